import { cosine, linkVoices } from './linkage.ts';
import { type Frames, LONG_FRAMES } from './windows.ts';

/** A window and what is known of its voice. */
export interface DescribedWindow extends Frames {
  /** A unit vector. */
  vector: Float32Array;
  /** How many frames of speech it is worth; 0: nothing is known. */
  frames: number;
  /** The speech that it stands for: its share of its region. */
  seconds: number;
}

/** Windows with less speech are placed by the voices that others have, and make none. */
const MIN_FRAMES = 80;
/** Where clustering stops. */
const CUT = 0.6;
/** Longer recordings are clustered in blocks, and then their clusters are. */
const BLOCK = 600;
/** Clusters whose mean vectors are this near are one voice. */
const SAME_VOICE = 0.58;
/** Shorter clusters are no voices but accidents. */
const MIN_CLUSTER_SECONDS = 1.5;
/** A voice speaks at least this long, and this share of the whole, though no more than MAX_SHARE_SECONDS. */
const MIN_VOICE_SECONDS = 3.5;
const MIN_VOICE_SHARE = 0.03;
const MIN_VOICE_WINDOWS = 3;
const MAX_SHARE_SECONDS = 10;
const ROUNDS = 2;
/** If more speakers are asked for than are found, clusters are cut smaller, in these steps. */
const CUT_STEP = 0.05;
const SMALLEST_CUT = 0.2;

interface Cluster {
  sum: Float64Array;
  seconds: number;
  windows: number;
}

/**
 * The voices of a recording by its long windows, as unit vectors, none if nothing is known. `count` is how many there are, if somebody knows: then that
 * many are found, as far as the windows can be told apart at all. The most frequent voice comes first.
 */
export function findVoices(windows: readonly DescribedWindow[], count: number | null): Float32Array[] {
  const known = windows.filter(({ frames }) => frames > 0);
  const clear = known.filter(({ frames }) => frames >= MIN_FRAMES);
  const heard = clear.length > 0 ? clear : known;
  if (heard.length === 0) return [];
  let clusters = clustersOf(heard, CUT);
  for (
    let cut = CUT - CUT_STEP;
    count !== null && clusters.length < count && cut > SMALLEST_CUT;
    cut -= CUT_STEP
  )
    clusters = clustersOf(heard, cut);
  const merged = mergeAlike(clusters, count);
  const kept = count === null ? longEnough(merged) : merged.slice(0, count);
  return refine(
    heard,
    kept.map(({ sum }) => unit(sum)),
  );
}

function clustersOf(windows: readonly DescribedWindow[], cut: number): Cluster[] {
  const blocks = Array.from({ length: Math.ceil(windows.length / BLOCK) }, (_, block) =>
    windows.slice(block * BLOCK, (block + 1) * BLOCK),
  );
  const clusters = blocks.flatMap((block) => {
    const labels = linkVoices(
      block.map(({ vector }) => vector),
      cut,
    );
    const found: Cluster[] = [];
    block.forEach((window, index) => {
      const label = labels[index] ?? 0;
      found[label] ??= { sum: new Float64Array(window.vector.length), seconds: 0, windows: 0 };
      add(found[label], window);
    });
    return found;
  });
  const long = clusters.filter(({ seconds }) => seconds >= MIN_CLUSTER_SECONDS);
  return long.length > 0 ? long : clusters.toSorted((a, b) => b.seconds - a.seconds).slice(0, 1);
}

function add(cluster: Cluster, { vector, frames, seconds }: DescribedWindow): void {
  for (let at = 0; at < vector.length; at++)
    cluster.sum[at] = (cluster.sum[at] ?? 0) + (vector[at] ?? 0) * (frames / LONG_FRAMES);
  cluster.seconds += seconds;
  cluster.windows += 1;
}

/** Joins the two nearest clusters again and again: until that many are left, or none are one voice. The longest comes first. */
function mergeAlike(clusters: readonly Cluster[], count: number | null): Cluster[] {
  const left = clusters.map((each) => ({ ...each, sum: each.sum.slice(), mean: unit(each.sum) }));
  // Row by row, how near each is to those before it.
  const near = left.map((one, row) => left.slice(0, row).map((other) => cosine(one.mean, other.mean)));
  while (left.length > 1) {
    const { low, high, most } = nearestPair(near);
    if (count === null ? most < SAME_VOICE : left.length <= count) break;
    const [into, from] = [left[low], left[high]];
    if (!into || !from) break;
    from.sum.forEach((value, at) => {
      into.sum[at] = (into.sum[at] ?? 0) + value;
    });
    into.seconds += from.seconds;
    into.windows += from.windows;
    into.mean = unit(into.sum);
    left.splice(high, 1);
    near.splice(high, 1);
    for (const row of near.slice(high)) row.splice(high, 1);
    left.forEach((other, index) => {
      const row = near[Math.max(index, low)];
      if (index !== low && row) row[Math.min(index, low)] = cosine(into.mean, other.mean);
    });
  }
  return left.toSorted((a, b) => b.seconds - a.seconds);
}

function nearestPair(near: readonly (readonly number[])[]): { low: number; high: number; most: number } {
  let [low, high, most] = [0, 1, Number.NEGATIVE_INFINITY];
  near.forEach((row, index) => {
    row.forEach((value, column) => {
      if (value > most) [low, high, most] = [column, index, value];
    });
  });
  return { low, high, most };
}

function longEnough(clusters: readonly Cluster[]): Cluster[] {
  const total = clusters.reduce((sum, { seconds }) => sum + seconds, 0);
  const least = Math.max(MIN_VOICE_SECONDS, Math.min(MAX_SHARE_SECONDS, MIN_VOICE_SHARE * total));
  const kept = clusters.filter(({ seconds, windows }) => seconds >= least && windows >= MIN_VOICE_WINDOWS);
  return kept.length > 0 ? kept : clusters.slice(0, 1);
}

/** Moves each voice to the middle of the windows that are nearest to it (k-means). */
function refine(windows: readonly DescribedWindow[], voices: readonly Float32Array[]): Float32Array[] {
  let refined = [...voices];
  for (let round = 0; round < ROUNDS; round++) {
    const clusters: (Cluster | undefined)[] = refined.map(() => undefined);
    for (const window of windows) {
      const nearest = nearestVoice(refined, window.vector);
      const cluster = clusters[nearest] ?? {
        sum: new Float64Array(window.vector.length),
        seconds: 0,
        windows: 0,
      };
      clusters[nearest] = cluster;
      add(cluster, window);
    }
    refined = refined.map((voice, index) => {
      const cluster = clusters[index];
      return cluster ? unit(cluster.sum) : voice;
    });
  }
  return refined;
}

function nearestVoice(voices: readonly Float32Array[], vector: Float32Array): number {
  let [nearest, most] = [0, Number.NEGATIVE_INFINITY];
  voices.forEach((voice, index) => {
    const near = cosine(voice, vector);
    if (near > most) [nearest, most] = [index, near];
  });
  return nearest;
}

function unit(sum: Float64Array): Float32Array {
  const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0)) || 1;
  return Float32Array.from(sum, (value) => value / length);
}
