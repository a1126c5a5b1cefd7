import { readAssemblyai } from './assemblyai.ts';
import { readDeepgram } from './deepgram.ts';
import type { FoundText } from './found-text.ts';
import { readOtr } from './otr.ts';
import { readTapescript } from './tapescript.ts';
import { readWhisper } from './whisper.ts';

/** Each knows its own by its keys. */
const READERS = [readTapescript, readOtr, readDeepgram, readAssemblyai, readWhisper];
/** Objects in objects, as deep as no recogniser writes them. */
const MAX_DEPTH = 100;
/** '[0:12]' begins a line of a text. */
const BEGINS_LIKE_JSON = /^\s*(?:\{\s*"|\[\s*[[{])/;
const KEYS_TOLD = 12;
const KEY_LENGTH = 40;

/** Reads JSON of a program that recognises speech; the keys at its top if it is of none that is known. 'damaged' if it only begins like JSON, undefined if it is another text. */
export function readJson(text: string): FoundText | { keys: string } | 'damaged' | undefined {
  const json = parseJson(text);
  if (json === undefined) return BEGINS_LIKE_JSON.test(text) ? 'damaged' : undefined;
  for (const read of READERS) {
    const found = read(json);
    if (found) return found;
  }
  return { keys: topKeys(json) };
}

/** NaN, which Python writes, is null. */
function parseJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text) || isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    try {
      return JSON.parse(text.replace(/([:[,]\s{0,9})-?(?:NaN|Infinity)(?=\s{0,9}[,\]}])/g, '$1null'));
    } catch {
      return undefined;
    }
  }
}

/** Before it is parsed, which would exhaust the stack. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return false;
}

function topKeys(json: unknown): string {
  const isList = Array.isArray(json);
  const top: unknown = isList ? json[0] : json;
  const keys = typeof top === 'object' && top !== null && !Array.isArray(top) ? Object.keys(top) : [];
  const told = keys
    .slice(0, KEYS_TOLD)
    .map((key) => key.replace(/[\p{Cc}\p{Cs}]/gu, '').slice(0, KEY_LENGTH));
  if (told.length === 0) return isList ? 'none, it is a list' : 'none';
  return `${told.join(', ')}${keys.length > KEYS_TOLD ? ', …' : ''}${isList ? ' (in a list)' : ''}`;
}
