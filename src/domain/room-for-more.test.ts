import { describe, expect, it } from 'vitest';
import { roomForMore } from './room-for-more.ts';

describe('roomForMore', () => {
  const others = { max: 100, maxOwn: 25, isOwner: false };
  const owner = { ...others, isOwner: true };

  it('gives each person who does not own it a share, and leaves one to its owner', () => {
    expect(roomForMore({ all: 24, own: 24 }, others)).toBe('room');
    expect(roomForMore({ all: 25, own: 25 }, others)).toBe('share');
    expect(roomForMore({ all: 25, own: 0 }, others)).toBe('room');
    expect(roomForMore({ all: 75, own: 0 }, others)).toBe('share');
  });

  it('gives its owner whatever is left', () => {
    expect(roomForMore({ all: 75, own: 0 }, owner)).toBe('room');
    expect(roomForMore({ all: 99, own: 99 }, owner)).toBe('room');
    expect(roomForMore({ all: 100, own: 0 }, owner)).toBe('full');
    expect(roomForMore({ all: 100, own: 0 }, others)).toBe('full');
  });
});
