import { expect, it } from 'vitest';
import { seededRandom } from '#tests/support/random.ts';
import { cosine, linkVoices } from './linkage.ts';

/** Vectors of length 1 around some directions. */
function vectorsAround(count: number, labels: readonly number[], spread: number): Float32Array[] {
  const { below } = seededRandom(7);
  const random = () => below(1e6) / 1e6;
  const axis = (label: number) => Float32Array.from({ length: 12 }, (_, at) => (at === label % 12 ? 1 : 0));
  return Array.from({ length: count }, (_, index) => {
    const middle = axis(labels[index % labels.length] ?? 0);
    const vector = middle.map((value) => value + spread * (random() - 0.5));
    const length = Math.sqrt(cosine(vector, vector));
    return vector.map((value) => value / length);
  });
}

/** From the definition: joins the two clusters with the smallest average distance, again and again. */
function slowLinks(vectors: readonly Float32Array[], cut: number): number[] {
  const clusters = vectors.map((_, index) => [index]);
  const distance = (a: readonly number[], b: readonly number[]) =>
    a
      .flatMap((i) =>
        b.map((j) => 1 - cosine(vectors[i] ?? new Float32Array(), vectors[j] ?? new Float32Array())),
      )
      .reduce((sum, each) => sum + each, 0) /
    (a.length * b.length);
  for (;;) {
    const pairs = clusters.flatMap((a, low) =>
      clusters.slice(low + 1).map((b) => ({ a, b, distance: distance(a, b) })),
    );
    const nearest = pairs.toSorted((one, other) => one.distance - other.distance)[0];
    if (!nearest || nearest.distance > cut) break;
    nearest.a.push(...nearest.b);
    clusters.splice(clusters.indexOf(nearest.b), 1);
  }
  const labels = vectors.map((_, index) => clusters.findIndex((cluster) => cluster.includes(index)));
  const order = [...new Set(labels)];
  return labels.map((label) => order.indexOf(label));
}

it.each([0.2, 0.4, 0.6, 0.9])('gives the clusters of the definition when cut at %f', (cut) => {
  const vectors = vectorsAround(40, [0, 1, 2, 2, 5], 1.1);
  expect(linkVoices(vectors, cut)).toEqual(slowLinks(vectors, cut));
});

it('finds groups that are far apart, numbered by first appearance', () => {
  expect(linkVoices(vectorsAround(8, [3, 1, 3, 0], 0.1), 0.6)).toEqual([0, 1, 0, 2, 0, 1, 0, 2]);
});

it('takes one vector, none, and many that are the same', () => {
  expect(linkVoices([], 0.6)).toEqual([]);
  const [one = new Float32Array()] = vectorsAround(1, [0], 0);
  expect(linkVoices([one], 0.6)).toEqual([0]);
  expect(
    new Set(
      linkVoices(
        Array.from({ length: 600 }, () => one),
        0.6,
      ),
    ),
  ).toEqual(new Set([0]));
});
