import tokenizer from 'llama-tokenizer-js';

/** Moonshine's tokens 0 to 31999 are Llama's: https://github.com/moonshine-ai/moonshine (Apache/MIT notices there). */
const { vocabById } = tokenizer;

export const BEGIN_TOKEN = 1;
export const END_TOKEN = 2;

const FIRST_BYTE_TOKEN = 3;
const BYTE_TOKENS = 256;
const WORD_MARK = '\u2581';

/** A word of the recognized text and the tokens [firstToken, endToken) that spell it. */
export interface TokenWord {
  text: string;
  firstToken: number;
  endToken: number;
}

/**
 * Joins tokens into words at white space. Characters outside the vocabulary arrive as single bytes of UTF-8; control tokens and
 * the unused ones from 32000 on spell nothing. Words without a letter or digit are joined to their neighbor, so that punctuation
 * never stands alone.
 */
export function wordsOfTokens(tokens: readonly number[]): TokenWord[] {
  const words: { bytes: number[]; firstToken: number; endToken: number }[] = [];
  tokens.forEach((token, index) => {
    for (const byte of bytesOf(token)) {
      const last = words.at(-1);
      const isSpace = byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
      if (!last || (isSpace && last.bytes.length > 0)) {
        words.push({ bytes: isSpace ? [] : [byte], firstToken: index, endToken: index + 1 });
      } else if (isSpace || last.bytes.length === 0) {
        Object.assign(last, { bytes: isSpace ? [] : [byte], firstToken: index, endToken: index + 1 });
      } else {
        last.bytes.push(byte);
        last.endToken = index + 1;
      }
    }
  });
  const decoder = new TextDecoder();
  const spelled = words.map(({ bytes, ...span }) => ({
    ...span,
    text: decoder.decode(Uint8Array.from(bytes)),
  }));
  return joinBarePunctuation(spelled.filter(({ text }) => text.length > 0));
}

function joinBarePunctuation(words: readonly TokenWord[]): TokenWord[] {
  const joined: TokenWord[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    if (last && !/[\p{L}\p{N}]/u.test(word.text)) {
      last.text += word.text;
      last.endToken = word.endToken;
    } else {
      joined.push({ ...word });
    }
  }
  return joined.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
}

function bytesOf(token: number): Uint8Array {
  if (token < FIRST_BYTE_TOKEN) return new Uint8Array();
  if (token < FIRST_BYTE_TOKEN + BYTE_TOKENS) return Uint8Array.of(token - FIRST_BYTE_TOKEN);
  return new TextEncoder().encode((vocabById[token] ?? '').replaceAll(WORD_MARK, ' '));
}
