import type { FoundSpeakers, SaidWord } from '../../engine.ts';
import { NoRoomForSpeech, SpeechProcessKilled } from '../../short-of-memory.ts';
import { interleave } from '../interleave.ts';
import { modelAtHand } from '../models.ts';
import type { Pool } from '../pool.ts';
import { AssignResult, DescribeResult, DiarizeResult } from '../protocol.ts';
import { speakersOfTurns } from './cepstra/speakers-of-turns.ts';
import { joinDescriptions, type RegionDescriptions } from './describe.ts';
import { FRAME_MS, type Frames, regionsOf, speechOf, type WindowKinds, windowKinds } from './windows.ts';

/** A recording whose words are known, and the processes that find out who says them. */
export interface SpeakerSearch {
  pool: Pool;
  modelsDir: string;
  pcmPath: string;
  /** In time order. */
  words: readonly SaidWord[];
  /** How many speak, if somebody knows. */
  count: number | null;
  signal: AbortSignal;
  /** Milliseconds of speech heard, and of all speech. */
  report: (doneMs: number, totalMs: number) => void;
  /** Told if the network was there and failed. */
  onNetworkFailed?: ((error: unknown) => void) | undefined;
}

/** Two minutes of speech per request: a cancelled search ends at once, and several processes share the work. */
const REQUEST_FRAMES = 12_000;

/**
 * Finds out who says each word, by a network of voices where there is one, and otherwise, or if it fails, by cepstra. Rejects with the
 * signal's reason when aborted, and as the pool does if there is no memory for a process.
 */
export async function findSpeakers(asked: SpeakerSearch): Promise<FoundSpeakers> {
  const search = { ...asked, report: onlyForward(asked.report) };
  const { words, count, signal, report } = search;
  const networkPath = await modelAtHand(search.modelsDir, 'voices');
  const by = networkPath === undefined ? 'cepstra' : 'network';
  const speech = speechOf(words);
  const regions = regionsOf(speech);
  const totalMs = lengthMsOf(regions);
  if (regions.length === 0 || count === 1) {
    report(totalMs, totalMs);
    return { speakers: words.map(() => 0), by };
  }
  const place = { speech, regions, totalMs, kinds: windowKinds(totalMs / FRAME_MS) };
  if (networkPath === undefined) return { speakers: await findByCepstra(search, place), by };
  try {
    return { speakers: await findByNetwork(search, { ...place, networkPath }), by };
  } catch (error) {
    const isOfMachine = error instanceof NoRoomForSpeech || error instanceof SpeechProcessKilled;
    if (signal.aborted || isOfMachine) throw error;
    // A file that is damaged or gone must not cost the text.
    search.onNetworkFailed?.(error);
    return { speakers: await findByCepstra(search, place), by: 'cepstra' };
  }
}

/** Progress stays where it was when the search begins again without the network. */
function onlyForward(report: SpeakerSearch['report']): SpeakerSearch['report'] {
  let mostMs = 0;
  return (doneMs, totalMs) => {
    mostMs = Math.max(mostMs, doneMs);
    report(mostMs, totalMs);
  };
}

interface Place {
  kinds: WindowKinds;
  speech: readonly Frames[];
  regions: readonly Frames[];
  totalMs: number;
}

async function findByNetwork(
  { pool, pcmPath, words, count, signal, report }: SpeakerSearch,
  { speech, regions, totalMs, kinds, networkPath }: Place & { networkPath: string },
): Promise<number[]> {
  report(0, totalMs);
  const groups = groupsOf(regions);
  const described: RegionDescriptions[] = [];
  const doneMs = groups.map(() => 0);
  let next = 0;
  const describe = () => {
    const index = next++;
    const group = groups[index];
    if (!group) return undefined;
    return async () => {
      const request = {
        type: 'describe',
        pcmPath,
        networkPath,
        regions: group,
        kinds,
        speech: within(speech, group),
      } as const;
      const onProgress = (ms: number) => {
        doneMs[index] = ms;
        report(
          doneMs.reduce((sum, each) => sum + each, 0),
          totalMs,
        );
      };
      described[index] = await pool.run({ request, result: DescribeResult, signal, onProgress });
    };
  };
  await interleave([describe], (pool.capacity()?.processes ?? 1) + 1);
  const request = {
    type: 'assign',
    words: words.map(({ text, startMs, endMs }) => ({ text, startMs, endMs })),
    regions: regions.map(({ from, to }) => ({ from, to })),
    kinds,
    long: joinDescriptions(described.map(({ long }) => long)),
    short: joinDescriptions(described.map(({ short }) => short)),
    count,
  } as const;
  const { speakers } = await pool.run({ request, result: AssignResult, signal });
  if (speakers.length !== words.length) throw new Error('A speech process gave speakers of other words');
  return speakers;
}

async function findByCepstra(
  { pool, pcmPath, words, count, signal, report }: SpeakerSearch,
  { regions, totalMs }: Place,
): Promise<number[]> {
  report(0, totalMs);
  const spans = regions.map(({ from, to }) => ({ startMs: from * FRAME_MS, endMs: to * FRAME_MS }));
  const { turns } = await pool.run({
    request: { type: 'diarize', pcmPath, spans, count },
    result: DiarizeResult,
    signal,
    onProgress: (doneMs) => report(doneMs, totalMs),
  });
  report(totalMs, totalMs);
  return speakersOfTurns(words, turns);
}

/** The regions in groups of two minutes or a little more. */
function groupsOf(regions: readonly Frames[]): Frames[][] {
  const groups: Frames[][] = [];
  let length = REQUEST_FRAMES;
  for (const region of regions) {
    if (length >= REQUEST_FRAMES) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)?.push(region);
    length += region.to - region.from;
  }
  return groups;
}

/** The stretches that lie in the range of these regions. */
function within(stretches: readonly Frames[], regions: readonly Frames[]): Frames[] {
  const [from, to] = [regions[0]?.from ?? 0, regions.at(-1)?.to ?? 0];
  return stretches.filter((stretch) => stretch.to > from && stretch.from < to);
}

function lengthMsOf(regions: readonly Frames[]): number {
  return regions.reduce((sum, { from, to }) => sum + to - from, 0) * FRAME_MS;
}
