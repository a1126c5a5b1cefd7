import { TranscriptId } from '#contract/ids.ts';
import { SIMILAR_PASSAGES } from '#contract/limits.ts';
import type { SimilarPassage } from '#contract/search.ts';
import { languageOf } from '#domain/languages.ts';
import { SIMILAR } from '#domain/meaning.ts';
import { normalizeText } from '#domain/normalize-text.ts';
import { splitSentences } from '#domain/sentences.ts';
import { speakerName } from '#domain/speakers.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import { meantBy, type NearPassage, nearestIn, nearnessOfTexts, passageKey } from '../meaning/service.ts';
import type { ReadableProject } from '../members/access.ts';
import type { ReadableTranscript } from '../transcripts/access.ts';
import { findSegmentsShown, listOwnIds, listProjectIds, type SegmentShown } from './queries.ts';

type SimilarDeps = Pick<Deps, 'db' | 'embedder' | 'log'>;

export interface SimilarAnswer {
  passages: SimilarPassage[];
  isReady: boolean;
}

interface Asked {
  question: string;
  signal: AbortSignal;
}

/** More than are shown: some are side by side, or gone. */
const CANDIDATES = 40;
/** Of a passage: several times the usual length. One segment without an end may be longer. */
const MAX_CHARACTERS = 2000;
/** Of a passage; each takes the local model some 6 ms. */
const MAX_SENTENCES = 16;

const NOTHING: SimilarAnswer = { passages: [], isReady: false };

/** The passages of the user's own transcripts that mean something similar. */
export async function similarInAll(deps: SimilarDeps, actor: Actor, asked: Asked): Promise<SimilarAnswer> {
  if (!deps.embedder) return NOTHING;
  const { languages } = deps.embedder;
  return findSimilarIn(deps, await listOwnIds(deps.db, { userId: actor.id, languages }), asked);
}

/** The passages of a project's transcripts that mean something similar. */
export async function similarInProject(
  deps: SimilarDeps,
  { id: projectId }: ReadableProject,
  asked: Asked,
): Promise<SimilarAnswer> {
  if (!deps.embedder) return NOTHING;
  const { languages } = deps.embedder;
  return findSimilarIn(deps, await listProjectIds(deps.db, { projectId, languages }), asked);
}

/** The passages of one transcript that mean something similar. */
export function similarIn(
  deps: SimilarDeps,
  { id }: ReadableTranscript,
  asked: Asked,
): Promise<SimilarAnswer> {
  return findSimilarIn(deps, [id], asked);
}

async function findSimilarIn(
  deps: SimilarDeps,
  transcriptIds: readonly number[],
  { question, signal }: Asked,
): Promise<SimilarAnswer> {
  if (normalizeText(question).trim() === '') return NOTHING;
  const refs = transcriptIds.map((transcriptId) => ({ transcriptId }));
  const meant = meantBy(deps, question, signal);
  const near = await nearestIn(deps, refs, { question: meant, count: CANDIDATES });
  if (!near) return NOTHING;
  const similar = near.filter(({ cosine }) => cosine > SIMILAR);
  const ids = similar.flatMap(({ place }) => place);
  const segments = await findSegmentsShown(deps.db, { ids, transcriptIds });
  const found = apart(similar.flatMap((passage) => withText(passage, segments))).slice(0, SIMILAR_PASSAGES);
  const sentences = found.flatMap(({ sentences }) => sentences);
  const cosines = await nearnessOfTexts(
    deps,
    sentences.map(({ text }) => text),
    meant,
  );
  const nearness = new Map(cosines?.map((cosine, index) => [sentences[index], cosine]));
  const passages = found.flatMap((passage) => present(passage, nearness));
  return { passages: passages.sort((one, other) => other.cosine - one.cosine), isReady: true };
}

interface Sentence {
  text: string;
  start: number;
}

interface Found {
  passage: NearPassage;
  /** Those that are left of it, in order, and where the text of each begins in the passage's. */
  segments: { segment: SegmentShown; start: number }[];
  text: string;
  /** Whether it is still the text that was embedded. */
  isUnchanged: boolean;
  sentences: Sentence[];
}

/** A passage with its current text; none if nothing is left of it. */
function withText(passage: NearPassage, shown: readonly SegmentShown[]): Found[] {
  const { place, ref } = passage;
  const segments: Found['segments'] = [];
  let whole = '';
  for (const segment of shown) {
    const said = segment.text.trim();
    const isOfIt =
      'transcriptId' in ref && segment.transcriptId === ref.transcriptId && place.includes(segment.id);
    if (!isOfIt || said === '') continue;
    const start = whole === '' ? 0 : whole.length + 1;
    segments.push({ segment, start });
    whole = `${whole}${whole === '' ? '' : ' '}${said}`;
  }
  const [first] = segments;
  if (!first) return [];
  const text = whole.length > MAX_CHARACTERS ? whole.slice(0, MAX_CHARACTERS).toWellFormed() : whole;
  const sentences = splitSentences(text, languageOf(first.segment.language)).slice(0, MAX_SENTENCES);
  return [{ passage, segments, text, sentences, isUnchanged: passageKey(whole) === passage.key }];
}

/** Leaves out what stands beside something nearer: one click shows both. */
function apart(found: readonly Found[]): Found[] {
  const kept: Found[] = [];
  for (const one of found) if (!kept.some((other) => areAdjacent(one.passage, other.passage))) kept.push(one);
  return kept;
}

function areAdjacent(one: NearPassage, other: NearPassage): boolean {
  if (!('transcriptId' in one.ref && 'transcriptId' in other.ref)) return false;
  return one.ref.transcriptId === other.ref.transcriptId && Math.abs(one.index - other.index) <= 1;
}

/** What is shown of a passage; none if it was edited since, and does not mean anything similar any more. */
function present(
  { passage, segments, text, sentences, isUnchanged }: Found,
  nearness: ReadonlyMap<Sentence | undefined, number>,
): SimilarPassage[] {
  const nearnessTo = (sentence: Sentence) => nearness.get(sentence) ?? -1;
  const sentence =
    nearness.size === 0
      ? undefined
      : sentences.toSorted((one, other) => nearnessTo(other) - nearnessTo(one))[0];
  const cosine = isUnchanged || !sentence ? passage.cosine : nearnessTo(sentence);
  const at = segments.findLast(({ start }) => start <= (sentence?.start ?? 0))?.segment;
  if (!at || cosine <= SIMILAR) return [];
  return [
    {
      transcriptId: TranscriptId.parse(at.transcriptId),
      title: at.title,
      language: at.language,
      segmentId: at.id,
      start: at.startMs / 1000,
      speaker: at.showSpeakers ? speakerName(at.speaker, at.speakerNames) : null,
      text,
      sentence: sentence?.text ?? null,
      cosine,
    },
  ];
}
