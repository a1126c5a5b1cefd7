import { addMoments, logDeterminant, type Moments } from './gaussian.ts';

/** Options for clustering sounds by voice. */
export interface SpeakerClusterOptions {
  /** The length of a feature vector. */
  size: number;
  /** How much better one model for both must be before clusters join: Chen and Gopalakrishnan 1998 use 1; decision 012 has our measurements. */
  penaltyWeight: number;
  /** The maximum number of clusters in the result, whatever their distance. */
  maxClusters: number;
}

/** Up to this many sounds are compared pairwise; longer lists are clustered block by block, and then the blocks' clusters. */
const BLOCK = 300;
/** The maximum number of clusters per block, so that the second stage is small even for ten hours. */
const MAX_BLOCK_CLUSTERS = 12;

/**
 * Groups sounds by voice (each given by the moments of its feature vectors): repeatedly joins the two nearest clusters until no two are
 * similar by the Bayesian information criterion. Returns the cluster of each sound, numbered from 0.
 */
export function clusterSpeakers(sounds: readonly Moments[], options: SpeakerClusterOptions): number[] {
  if (sounds.length <= BLOCK) return merge(sounds, options);
  const labels = new Array<number>(sounds.length).fill(0);
  const clusters: Moments[] = [];
  for (let start = 0; start < sounds.length; start += BLOCK) {
    const block = sounds.slice(start, start + BLOCK);
    const blockLabels = merge(block, { ...options, maxClusters: MAX_BLOCK_CLUSTERS });
    blockLabels.forEach((label, index) => {
      labels[start + index] = clusters.length + label;
    });
    clusters.push(...sumByLabel(block, blockLabels));
  }
  const joined = merge(clusters, options);
  return labels.map((label) => joined[label] ?? 0);
}

/** The moments of each cluster, in the order of its number. */
export function sumByLabel(sounds: readonly Moments[], labels: readonly number[]): Moments[] {
  const sums: Moments[] = [];
  sounds.forEach((sound, index) => {
    const label = labels[index] ?? 0;
    const sum = sums[label];
    sums[label] = sum ? addMoments(sum, sound) : sound.slice();
  });
  return sums;
}

/** The distance of two sets of vectors: the gain in log-likelihood from two models instead of one, per vector of the smaller set. */
export function voiceDistance(a: Moments, b: Moments, size: number): number {
  return likelihoodGain(a, b, size) / Math.max(1, Math.min(a[0] ?? 0, b[0] ?? 0));
}

interface Cluster {
  moments: Moments;
  /** n/2 times the log determinant of the covariance. */
  cost: number;
  members: number[];
}

function merge(
  sounds: readonly Moments[],
  { size, penaltyWeight, maxClusters }: SpeakerClusterOptions,
): number[] {
  const cost = (moments: Moments) => ((moments[0] ?? 0) / 2) * logDeterminant(moments, size);
  const clusters = sounds.map(
    (moments, index): Cluster => ({ moments, cost: cost(moments), members: [index] }),
  );
  const penalty = (n: number) =>
    (penaltyWeight / 2) * (size + (size * (size + 1)) / 2) * Math.log(Math.max(2, n));
  const distance = (a: Cluster, b: Cluster) => {
    const both = addMoments(a.moments, b.moments);
    return cost(both) - a.cost - b.cost - penalty(both[0] ?? 0);
  };
  const distances = clusters.map((a, row) => clusters.slice(0, row).map((b) => distance(a, b)));
  while (clusters.length > 1) {
    const nearest = nearestPair(distances);
    if (nearest.distance >= 0 && clusters.length <= maxClusters) break;
    const [low, high] = [clusters[nearest.column], clusters[nearest.row]];
    if (!low || !high) break;
    low.moments = addMoments(low.moments, high.moments);
    low.cost = cost(low.moments);
    low.members.push(...high.members);
    clusters.splice(nearest.row, 1);
    distances.splice(nearest.row, 1);
    for (const line of distances.slice(nearest.row)) line.splice(nearest.row, 1);
    clusters.forEach((other, index) => {
      if (other === low) return;
      const line = distances[Math.max(index, nearest.column)];
      if (line) line[Math.min(index, nearest.column)] = distance(low, other);
    });
  }
  const labels = new Array<number>(sounds.length).fill(0);
  clusters.forEach(({ members }, label) => {
    for (const member of members) labels[member] = label;
  });
  return labels;
}

function nearestPair(distances: readonly (readonly number[])[]) {
  const nearest = { row: 1, column: 0, distance: Number.POSITIVE_INFINITY };
  for (let row = 1; row < distances.length; row++) {
    const line = distances[row] ?? [];
    for (let column = 0; column < row; column++) {
      const distance = line[column] ?? 0;
      if (distance < nearest.distance) Object.assign(nearest, { row, column, distance });
    }
  }
  return nearest;
}

function likelihoodGain(a: Moments, b: Moments, size: number): number {
  const cost = (moments: Moments) => ((moments[0] ?? 0) / 2) * logDeterminant(moments, size);
  return cost(addMoments(a, b)) - cost(a) - cost(b);
}
