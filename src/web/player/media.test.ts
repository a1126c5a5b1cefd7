import { describe, expect, it } from 'vitest';
import { isVideo, withToken } from './media-kind.ts';
import { firstAttempt, recoveryFor } from './media-recovery.ts';

describe('isVideo', () => {
  it.each([
    ['/api/media/5/talk.mp4', 'talk.mp4', true],
    ['/api/media/5/talk.MOV?x=1', 'talk.mov', true],
    ['/api/media/5/talk.webm', 'recording-2026.webm', false],
    ['/api/media/5/talk.mp3', 'talk.mp3', false],
    [null, 'talk.mp4', false],
  ])('of the address %s and the file name %s is %s', (mediaUrl, originalFilename, video) =>
    expect(isVideo({ mediaUrl, originalFilename })).toBe(video),
  );
});

describe('withToken', () => {
  it('adds the token to an address with or without a query', () => {
    expect(withToken('/media/a.mp3', 'a+b')).toBe('/media/a.mp3?token=a%2Bb');
    expect(withToken('/media/a.mp3?v=2', 't')).toBe('/media/a.mp3?v=2&token=t');
  });
});

describe('recoveryFor', () => {
  const failure = { isNetwork: false, tokenAgeMs: 0, hasCdn: false };

  it('tries the network once more after 1.5 s, then gives up', () => {
    const first = recoveryFor({ ...failure, isNetwork: true }, firstAttempt('server'));
    expect(first).toMatchObject({ kind: 'retry', delayMs: 1500, next: { number: 1, place: 'server' } });
    if (first.kind !== 'retry') return;
    expect(recoveryFor({ ...failure, isNetwork: true }, first.next)).toEqual({ kind: 'give-up' });
  });

  it.each([
    ['cdn', 'server'],
    ['server', 'cdn'],
  ] as const)('swaps once from %s to %s', (from, to) => {
    const swap = recoveryFor({ ...failure, hasCdn: true }, firstAttempt(from));
    expect(swap).toMatchObject({ kind: 'swap', next: { place: to, number: 1 } });
    if (swap.kind !== 'swap') return;
    expect(recoveryFor({ ...failure, hasCdn: true }, swap.next)).toEqual({ kind: 'give-up' });
  });

  it('does not swap to a store that does not exist', () =>
    expect(recoveryFor(failure, firstAttempt('server'))).toEqual({ kind: 'give-up' }));

  it('asks for a new token when the old one has run out', () =>
    expect(
      recoveryFor({ ...failure, tokenAgeMs: 60 * 60_000 }, { ...firstAttempt('server'), hasRetried: true }),
    ).toMatchObject({
      kind: 'refresh-token',
      next: { hasRetried: false },
    }));
});
