import type { z } from 'zod';
import { readPcm, SAMPLES_PER_MS } from '../../pcm.ts';
import type { DiarizeRequest, Turn } from '../../protocol.ts';
import type { Span } from '../../speech-regions.ts';
import {
  addMoments,
  addVectors,
  fitGaussian,
  logLikelihood,
  type Moments,
  momentsLength,
} from './gaussian.ts';
import { COEFFICIENTS, HOP_SAMPLES, mfcc } from './mfcc.ts';
import { clusterSpeakers, sumByLabel, voiceDistance } from './speaker-clusters.ts';

/** The most speakers that are distinguished. */
const MAX_SPEAKERS = 6;
/** The unit that is assigned to one speaker as a whole. */
const UNIT_MS = 250;
/** The length compared when looking for voices: shorter says too little, longer may contain more than one voice. */
const PIECE_UNITS = 8;
const MIN_PIECE_UNITS = 4;
const READ_MS = 60_000;
/** Measured by `npm run bench -- speech`: 2 splits single voices, 3 joins the two of a telephone call. */
const BIC_WEIGHT = 2.5;
/** A voice speaks for at least 3.5 s and 5% of the time, though no more than 15 s are asked of it. */
const MIN_VOICE_UNITS = 14;
const MIN_VOICE_SHARE = 0.05;
const MAX_SHARE_UNITS = 60;
/** Voices closer than this are one, so that somebody alone stays alone: the two of a telephone call are 1 apart, clean voices 2 to 4. */
const MIN_DISTANCE = 0.95;
/** Log-likelihood that a change of speaker must gain. */
const CHANGE_COST = 30;
const ROUNDS = 4;

/** A quarter second of speech and the moments of its features. */
interface Unit extends Span {
  moments: Float32Array;
}

/**
 * Diarizes the spans, by the sound of the voices alone: features of 12 cepstral coefficients, clustering of 2 s pieces by the
 * Bayesian information criterion, then several rounds of finding the most likely sequence of speakers in steps of 0.25 s. Weak
 * where people talk at once or far from the microphone; voices that are not clearly distinct become one.
 */
export async function diarize(
  { pcmPath, spans, count }: z.infer<typeof DiarizeRequest>,
  onProgress: (doneMs: number) => void,
): Promise<Turn[]> {
  const units = await measureUnits(pcmPath, spans, onProgress);
  const speakers = findVoices(units, count);
  return turnsOf(units, assignUnits(units, speakers));
}

async function measureUnits(
  pcmPath: string,
  spans: readonly Span[],
  onProgress: (doneMs: number) => void,
): Promise<Unit[]> {
  const units: Unit[] = [];
  let doneMs = 0;
  for (const span of spans) {
    for (let startMs = span.startMs; startMs < span.endMs; startMs += READ_MS) {
      const endMs = Math.min(span.endMs, startMs + READ_MS);
      const samples = await readPcm(pcmPath, startMs * SAMPLES_PER_MS, endMs * SAMPLES_PER_MS);
      units.push(...unitsOf(samples, startMs));
      doneMs += endMs - startMs;
      onProgress(doneMs);
    }
  }
  return units;
}

function unitsOf(samples: Float32Array, offsetMs: number): Unit[] {
  const features = mfcc(samples);
  const framesPerUnit = (UNIT_MS * SAMPLES_PER_MS) / HOP_SAMPLES;
  const step = framesPerUnit * COEFFICIENTS;
  const soundMs = Math.floor(samples.length / SAMPLES_PER_MS);
  return Array.from({ length: Math.ceil(soundMs / UNIT_MS) }, (_, index) => {
    const moments = new Float64Array(momentsLength(COEFFICIENTS));
    addVectors(moments, features.subarray(index * step, (index + 1) * step), COEFFICIENTS);
    const startMs = offsetMs + index * UNIT_MS;
    return {
      startMs,
      endMs: offsetMs + Math.min(soundMs, (index + 1) * UNIT_MS),
      moments: Float32Array.from(moments),
    };
  });
}

/** The moments of each voice; one set for all speech if voices are not clearly distinct. */
function findVoices(units: readonly Unit[], count: number | null): Moments[] {
  const pieces = piecesOf(units);
  const labels = clusterSpeakers(pieces, {
    size: COEFFICIENTS,
    // Without a penalty, clusters are joined until that many are left.
    penaltyWeight: count === null ? BIC_WEIGHT : 0,
    maxClusters: count ?? MAX_SPEAKERS,
  });
  let voices = sumByLabel(pieces, labels);
  for (let round = 0; round < ROUNDS && voices.length > 1; round++) {
    const found = withoutShort(voicesOf(units, assignUnits(units, voices)));
    voices = count === null ? joinAlike(found) : found;
  }
  return voices;
}

/** Sums of up to 2 s of consecutive units without a pause. */
function piecesOf(units: readonly Unit[]): Moments[] {
  const runs: Unit[][] = [];
  for (const unit of units) {
    const run = runs.at(-1);
    if (run && run.length < PIECE_UNITS && run.at(-1)?.endMs === unit.startMs) run.push(unit);
    else runs.push([unit]);
  }
  return runs.filter((run) => run.length >= MIN_PIECE_UNITS).map(momentsOf);
}

function momentsOf(units: readonly Unit[]): Moments {
  const none: Moments = new Float64Array(momentsLength(COEFFICIENTS));
  return units.reduce((sum, unit) => addMoments(sum, unit.moments), none);
}

function voicesOf(units: readonly Unit[], speakers: readonly number[]): Moments[] {
  const voices: Moments[] = [];
  units.forEach((unit, index) => {
    const speaker = speakers[index] ?? 0;
    voices[speaker] ??= new Float64Array(momentsLength(COEFFICIENTS));
    const voice = voices[speaker];
    unit.moments.forEach((value, at) => {
      voice[at] = (voice[at] ?? 0) + value;
    });
  });
  return voices.filter((voice) => voice !== undefined);
}

/** Voices that speak long enough to be somebody: at least the longest. */
function withoutShort(voices: readonly Moments[]): Moments[] {
  const total = voices.reduce((sum, voice) => sum + lengthOf(voice), 0);
  const least = Math.max(MIN_VOICE_UNITS, Math.min(MAX_SHARE_UNITS, MIN_VOICE_SHARE * total));
  const long = voices.filter((voice) => lengthOf(voice) >= least);
  return long.length > 0 ? long : voices.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, 1);
}

/** In units. */
function lengthOf(voice: Moments): number {
  return ((voice[0] ?? 0) * HOP_SAMPLES) / (UNIT_MS * SAMPLES_PER_MS);
}

/** Merges the two closest voices while they are closer than voices of different people are. */
function joinAlike(voices: readonly Moments[]): Moments[] {
  const pairs = voices.flatMap((a, high) =>
    voices.slice(0, high).map((b, low) => ({ low, high, distance: voiceDistance(a, b, COEFFICIENTS) })),
  );
  const nearest = pairs.toSorted((a, b) => a.distance - b.distance)[0];
  if (!nearest || nearest.distance >= MIN_DISTANCE) return [...voices];
  const [a, b] = [voices[nearest.low], voices[nearest.high]];
  if (!a || !b) return [...voices];
  return joinAlike([...voices.filter((voice) => voice !== a && voice !== b), addMoments(a, b)]);
}

/** The most likely sequence of speakers (Viterbi), where each change must gain CHANGE_COST. */
function assignUnits(units: readonly Unit[], voices: readonly Moments[]): number[] {
  const gaussians = voices.map((voice) => fitGaussian(voice, COEFFICIENTS));
  const cameFrom: Uint8Array[] = [];
  let scores = gaussians.map(() => 0);
  for (const unit of units) {
    const best = scores.indexOf(Math.max(...scores));
    const changed = (scores[best] ?? 0) - CHANGE_COST;
    const from = new Uint8Array(scores.length);
    scores = scores.map((score, speaker) => {
      from[speaker] = score >= changed ? speaker : best;
      const gaussian = gaussians[speaker];
      return Math.max(score, changed) + (gaussian ? logLikelihood(gaussian, unit.moments) : 0);
    });
    cameFrom.push(from);
  }
  let speaker = Math.max(0, scores.indexOf(Math.max(...scores)));
  const path = new Array<number>(units.length).fill(0);
  for (let index = units.length - 1; index >= 0; index--) {
    path[index] = speaker;
    speaker = cameFrom[index]?.[speaker] ?? 0;
  }
  return path;
}

function turnsOf(units: readonly Unit[], speakers: readonly number[]): Turn[] {
  const turns: Turn[] = [];
  units.forEach(({ startMs, endMs }, index) => {
    const speaker = speakers[index] ?? 0;
    const last = turns.at(-1);
    if (last && last.speaker === speaker && last.endMs === startMs) last.endMs = endMs;
    else turns.push({ speaker, startMs, endMs });
  });
  return turns;
}
