import { z } from 'zod';
import { WRITTEN_WITHOUT_SPACES } from '#domain/tokens.ts';
import { quotable, SpeechError } from '../speech-error.ts';
import { completeWords } from './complete-words.ts';
import { isPage, parseJson, saidOf } from './problem.ts';

const Anything = z.unknown().optional();
/** Numbers come as strings, as null, or not at all. */
const Loose = Anything.transform((value) => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
});
const LooseText = Anything.transform((value) => (typeof value === 'string' ? value : null));
const LooseName = Anything.transform((value) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null,
);

/** faster-whisper's words and segments as tuples, as older versions of whisper-asr-webservice write them. */
const wordOfTuple = (value: unknown) =>
  Array.isArray(value) ? { start: value[0], end: value[1], word: value[2], probability: value[3] } : value;
const segmentOfTuple = (value: unknown) =>
  Array.isArray(value)
    ? { start: value[2], end: value[3], text: value[4], words: value.slice(5).findLast(isListOfLists) }
    : value;
const isListOfLists = (value: unknown) => Array.isArray(value) && Array.isArray(value[0]);

const AnsweredWord = z.preprocess(
  wordOfTuple,
  z.object({
    word: LooseText,
    /** A few servers call it so. */
    text: LooseText,
    start: Loose,
    end: Loose,
    /** whisper.cpp and faster-whisper; WhisperX gives a score of its alignment, which is something else. */
    probability: Loose,
    speaker: LooseName,
    speaker_id: LooseName,
  }),
);

const AnsweredSegment = z.preprocess(
  segmentOfTuple,
  z.object({
    text: LooseText,
    start: Loose,
    end: Loose,
    avg_logprob: Loose,
    no_speech_prob: Loose,
    speaker: LooseName,
    /** A few servers call it so. */
    speaker_id: LooseName,
    words: z.array(AnsweredWord).nullish(),
  }),
);

const Answer = z.object({
  text: LooseText,
  language: LooseText,
  words: z.array(AnsweredWord).nullish(),
  segments: z.array(AnsweredSegment).nullish(),
});

/** A word as it was answered, in seconds of the piece; null where nothing usable was said. */
export interface HeardWord {
  text: string;
  start: number | null;
  end: number | null;
  confidence: number | null;
  speaker: string | null;
}

/** A part of the text with its own times. Its words are empty if the server did not give any. */
export interface HeardSegment {
  text: string;
  start: number | null;
  end: number | null;
  confidence: number | null;
  speaker: string | null;
  words: HeardWord[];
}

/** What a server understood of a piece, whatever the shape of its answer. */
export interface Heard {
  /** As the server calls it. */
  language: string | null;
  /** In the order of the text; without any times there is one segment. Empty if nothing was said. */
  segments: HeardSegment[];
  /** The finest times that it gave. */
  times: 'words' | 'segments' | 'none';
}

/** Far more than anybody says in a piece of ten minutes; what comes after the answer takes long for millions of words. */
const MAX_WORDS = 20_000;
const MAX_LETTERS = 100_000;
/** Parts of a longer word become words of their own. */
const MAX_WORD_LETTERS = 100;

/** Whisper's own rule for a segment that it has made up: probably no speech, and hardly sure of its text. */
const NO_SPEECH_ABOVE = 0.6;
const HARDLY_SURE_BELOW = -1;

/**
 * Reads the answer to a transcription in any shape that we know. Throws SpeechError: 'wrong_address' for a web page, 'bad_answer'
 * for what is no transcription, or more than anybody can say.
 */
export function readAnswer(text: string): Heard {
  if (isPage(text)) throw new SpeechError({ code: 'wrong_address' });
  const json = withSpeakerSegments(parseJson(text));
  // A server that knows no formats answers with the text alone.
  if (json === undefined && !/^\s*[{[]/.test(text)) {
    if (text.length > MAX_LETTERS) throw new SpeechError({ code: 'bad_answer' });
    return asHeard(null, [wholeText(text)]);
  }
  if (hasTooMany(json)) throw new SpeechError({ code: 'bad_answer' });
  const parsed = Answer.safeParse(json);
  if (!parsed.success || isTooLong(parsed.data)) throw new SpeechError({ code: 'bad_answer' });
  const { data } = parsed;
  if (data.text === null && !data.segments && !data.words) {
    // A few servers report failures with the status of success.
    const said = quotable(saidOf(text));
    throw new SpeechError(said === '' ? { code: 'bad_answer' } : { code: 'failed', said });
  }
  const { language } = data;
  const segments = (data.segments ?? []).filter(isSaid).map(readSegment);
  const topLevel = joinTokens((data.words ?? []).map((word) => readWord(word, null)));
  if (topLevel.length > 0) {
    const words = completeWords<OwnedWord>(topLevel, data.text ?? '', untimed);
    return asHeard(language, withTopLevelWords(segments, words));
  }
  if (segments.some((segment) => segment.text !== '' || segment.words.length > 0))
    return asHeard(language, joinAcross(segments));
  // Segments that were all made up leave nothing, whatever the whole text says.
  if (data.segments?.length) return asHeard(language, []);
  return asHeard(language, [wholeText(data.text ?? '')]);
}

/** Together's server puts the speakers into segments of their own, beside those without. */
function withSpeakerSegments(json: unknown): unknown {
  const { speaker_segments: segments } = Object(json) as { speaker_segments?: unknown };
  return Array.isArray(segments) && segments.length > 0 ? { ...Object(json), segments } : json;
}

function asHeard(language: string | null, segments: HeardSegment[]): Heard {
  const said = segments.filter((segment) => segment.text !== '' || segment.words.length > 0);
  const hasWords = said.some(({ words }) => words.some(({ start }) => start !== null));
  const hasTimes = said.some(({ start }) => start !== null);
  return { language, segments: said, times: hasWords ? 'words' : hasTimes ? 'segments' : 'none' };
}

function wholeText(text: string): HeardSegment {
  return { text: clean(text), start: null, end: null, confidence: null, speaker: null, words: [] };
}

/** Whether there are more words or segments than a piece can have: seen before each of them is checked, which takes longer. */
function hasTooMany(json: unknown): boolean {
  const { words, segments } = Object(json) as { words?: unknown; segments?: unknown };
  const lists = [words, segments].filter(Array.isArray);
  if (lists.some(({ length }) => length > MAX_WORDS)) return true;
  let inSegments = 0;
  for (const segment of Array.isArray(segments) ? segments : []) {
    const { words: own } = Object(segmentOfTuple(segment)) as { words?: unknown };
    if (Array.isArray(own)) inSegments += own.length;
  }
  return inSegments > MAX_WORDS;
}

/** Whether there are more letters than a piece can have. The text, its segments and its words say the same. */
function isTooLong({ text, words, segments }: z.output<typeof Answer>): boolean {
  const inSegments = (segments ?? []).flatMap((segment) => segment.words ?? []);
  const tellings = [
    [text],
    (segments ?? []).map((segment) => segment.text),
    ...[words ?? [], inSegments].map((list) => list.map((word) => word.word ?? word.text)),
  ];
  return tellings.some((texts) => texts.reduce((sum, each) => sum + (each?.length ?? 0), 0) > MAX_LETTERS);
}

type RawSegment = z.output<typeof AnsweredSegment>;
type RawWord = z.output<typeof AnsweredWord>;

function isSaid({ no_speech_prob, avg_logprob }: RawSegment): boolean {
  return !((no_speech_prob ?? 0) > NO_SPEECH_ABOVE && (avg_logprob ?? 0) < HARDLY_SURE_BELOW);
}

function readSegment(raw: RawSegment): HeardSegment {
  // The mean log probability of its tokens; servers that do not know it say 0, which would be certainty.
  const logprob = raw.avg_logprob ?? 0;
  const confidence = logprob < 0 ? Math.exp(logprob) : null;
  const words = (raw.words ?? []).map((word) => readWord(word, speakerOf(raw)));
  // Tokens that are parts of one letter: the text has it whole.
  const text = raw.text ?? '';
  const isBroken = words.some((word) => word.text.includes('\ufffd')) && !text.includes('\ufffd');
  return {
    text: clean(text),
    start: raw.start,
    end: raw.end,
    confidence,
    speaker: speakerOf(raw),
    words: isBroken ? [] : words,
  };
}

/** Keeps spaces at the edges: they tell words from parts of words. */
function readWord(raw: RawWord, speaker: string | null): HeardWord {
  return {
    text: raw.word ?? raw.text ?? '',
    start: raw.start,
    end: raw.end,
    confidence: raw.probability === null ? null : asShare(raw.probability),
    speaker: speakerOf(raw) ?? speaker,
  };
}

function speakerOf({ speaker, speaker_id }: Pick<RawWord, 'speaker' | 'speaker_id'>): string | null {
  return speaker ?? speaker_id;
}

/** Joins the words of all segments: whisper.cpp may end a segment within a word. */
function joinAcross(segments: readonly HeardSegment[]): HeardSegment[] {
  const owners = new Map<HeardWord, HeardSegment>();
  for (const segment of segments) for (const word of segment.words) owners.set(word, segment);
  const joined = joinTokens([...owners.keys()], owners);
  const kept = new Map<HeardSegment, HeardWord[]>(segments.map((segment) => [segment, []]));
  for (const word of joined) kept.get(word.segment ?? (segments[0] as HeardSegment))?.push(word);
  return segments.map((segment) => ({ ...segment, words: (kept.get(segment) ?? []).map(withoutOwner) }));
}

type OwnedWord = HeardWord & { segment?: HeardSegment | undefined };

/**
 * Words of tokens: where at least one begins with a space, one without belongs to the word before it ("don", "'t"). Its
 * confidence is that of its least certain part.
 */
function joinTokens(
  tokens: readonly HeardWord[],
  owners?: ReadonlyMap<HeardWord, HeardSegment>,
): OwnedWord[] {
  const areTokens = tokens.some(({ text }) => /^\s+\S/.test(text));
  const words: OwnedWord[] = [];
  for (const token of tokens) {
    const text = clean(token.text);
    if (text === '') continue;
    const last = words.at(-1);
    const isPart =
      areTokens &&
      last !== undefined &&
      last.text.length < MAX_WORD_LETTERS &&
      !/^\s/.test(token.text) &&
      !isApart(last.text, text);
    if (!isPart) {
      words.push({ ...token, text, segment: owners?.get(token) });
      continue;
    }
    last.text += text;
    last.end = token.end ?? last.end;
    last.confidence =
      last.confidence === null || token.confidence === null
        ? (last.confidence ?? token.confidence)
        : Math.min(last.confidence, token.confidence);
  }
  return words;
}

/** Characters of scripts without spaces are words of their own; punctuation is not. */
function isApart(before: string, text: string): boolean {
  const isUnspaced = WRITTEN_WITHOUT_SPACES.test(before) || WRITTEN_WITHOUT_SPACES.test(text);
  return isUnspaced && /[\p{L}\p{N}]/u.test(text);
}

function untimed(text: string): HeardWord {
  return { text, start: null, end: null, confidence: null, speaker: null };
}

function withoutOwner({ segment: _, ...word }: OwnedWord): HeardWord {
  return word;
}

/** Gives the words of the top level the speaker and the confidence of the segment in whose time they begin. */
function withTopLevelWords(segments: readonly HeardSegment[], words: readonly OwnedWord[]): HeardSegment[] {
  const whole: HeardSegment = { ...wholeText(''), words: [] };
  let at = 0;
  for (const word of words.map(withoutOwner)) {
    while (word.start !== null && (segments[at + 1]?.start ?? Number.POSITIVE_INFINITY) <= word.start) at++;
    const segment = segments[at];
    whole.words.push({
      ...word,
      confidence: word.confidence ?? segment?.confidence ?? null,
      speaker: word.speaker ?? segment?.speaker ?? null,
    });
  }
  return [whole];
}

/** One line without control characters, which no database takes. */
function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

function asShare(value: number): number {
  return Math.min(1, Math.max(0, value));
}
