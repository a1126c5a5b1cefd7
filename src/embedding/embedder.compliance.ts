import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Embedder, MAX_TEXT } from './embedder.ts';

/** Nothing, white space, and what nobody says. */
const BLANK = ['', ' ', '\n\t '];
const ODD = [
  'word',
  'I',
  '.',
  '😀👩‍👩‍👧',
  'Привет мир',
  '안녕하세요 여러분',
  '\u0001\u0002 a',
  '\ud83d half a character',
  'a'.repeat(10_000),
  'We started with a small team. '.repeat(400),
  '한'.repeat(35_000),
  '😀'.repeat(17_500),
  'x '.repeat(MAX_TEXT),
];
const TALK = Array.from(
  { length: 40 },
  (_, index) => `The museum is open on day ${index}, but not on Sunday.`,
);

const lengthOf = (vector: Float32Array) => Math.hypot(...vector);
const cosine = (one: Float32Array | undefined, other: Float32Array | undefined) =>
  (one ?? new Float32Array()).reduce((sum, value, at) => sum + value * (other?.[at] ?? 0), 0);
const never = new AbortController().signal;

/** The test suite that every embedder passes. */
export function describeEmbedder(makeEmbedder: () => Promise<Embedder> | Embedder): void {
  describe('like every embedder', () => {
    let embedder: Embedder;
    const embed = (texts: readonly string[], signal = never) => embedder.embed(texts, signal);

    beforeAll(async () => {
      embedder = await makeEmbedder();
      await embedder.check(never);
    });
    afterAll(() => embedder.close());

    it('has a name, a version and languages, and a size once it has answered', async () => {
      expect(embedder.version).not.toBe('');
      const [vector] = await embed(['Hello']);
      expect(embedder.dimensions).toBe(vector?.length);
      expect(embedder.languages === null || embedder.languages.length > 0).toBe(true);
    });

    it('gives a vector for each text, in their order', async () => {
      const vectors = await embed(TALK);
      expect(vectors).toHaveLength(TALK.length);
      const backwards = await embed(TALK.toReversed());
      for (const [index, vector] of backwards.toReversed().entries())
        expect(cosine(vector, vectors[index])).toBeGreaterThan(0.99999);
    });

    it('gives a text the same vector alone, among others, and twice in a call', async () => {
      const [text = ''] = TALK;
      const [alone] = await embed([text]);
      const among = await embed([
        'Something longer than the others, about the rain and the window.',
        text,
        'x',
        text,
      ]);
      expect(cosine(alone, among[1])).toBeGreaterThan(0.99999);
      expect(cosine(alone, among[3])).toBeGreaterThan(0.99999);
    });

    it('puts what is said alike nearer together', async () => {
      const [asked, alike, other] = await embed([
        'When is the museum open?',
        'The museum is open from Monday to Saturday.',
        'She listened to rain.',
      ]);
      expect(cosine(asked, alike)).toBeGreaterThan(cosine(asked, other) + 0.05);
    });

    it('gives no vectors where there are no texts', async () => {
      expect(await embed([])).toEqual([]);
    });

    it('gives zeros for texts of white space, wherever they stand', async () => {
      const [first, word, ...others] = await embed(['', 'word', ...BLANK]);
      expect(word).toHaveLength(embedder.dimensions ?? 0);
      for (const vector of [first, ...others])
        expect(vector).toEqual(new Float32Array(embedder.dimensions ?? 0));
      const all = await embed(BLANK);
      expect(all.map((vector) => vector.length)).toEqual(BLANK.map(() => embedder.dimensions));
    });

    it('gives vectors of length 1 for odd texts', async () => {
      const vectors = await embed(ODD);
      expect(vectors).toHaveLength(ODD.length);
      for (const vector of vectors) expect(lengthOf(vector)).toBeCloseTo(1, 5);
    });

    it('looks at the beginning only of a text that is far too long', async () => {
      const begun = 'We started with a small team. '.repeat(Math.ceil(MAX_TEXT / 30)).slice(0, MAX_TEXT);
      const [whole, beginning] = await embed([`${begun}${' and more'.repeat(10_000)}`, begun]);
      expect(cosine(whole, beginning)).toBeGreaterThan(0.99999);
    });

    it('serves several calls at once', async () => {
      const calls = [TALK, ['When is the museum open?'], TALK.slice(10, 20)].map((texts) => embed(texts));
      const [all, , some] = await Promise.all(calls);
      expect(all).toHaveLength(TALK.length);
      expect(cosine(some?.[0], all?.[10])).toBeGreaterThan(0.99999);
    });

    it('rejects with the reason when aborted before or in the middle, and continues other calls', async () => {
      const reason = new Error('no longer wanted');
      await expect(embed(TALK, AbortSignal.abort(reason))).rejects.toBe(reason);
      await expect(embedder.check(AbortSignal.abort(reason))).rejects.toBe(reason);
      const stop = new AbortController();
      const stopped = embed(TALK, stop.signal);
      const other = embed(TALK.slice(0, 3));
      stop.abort(reason);
      await expect(stopped).rejects.toBe(reason);
      expect(await other).toHaveLength(3);
    });

    it('rejects running and later calls when it is closed', async () => {
      const closing = await makeEmbedder();
      const call = closing.embed(TALK, never);
      const closed = expect(call).rejects.toThrow('closed');
      await closing.close();
      await closed;
      await expect(closing.embed(TALK, never)).rejects.toThrow('closed');
    });
  });
}
