import { hash, randomBytes } from 'node:crypto';
import type { FastifyRateLimitStore } from '@fastify/rate-limit';

/** Keys that each limit remembers by themselves, at about 100 bytes each. */
const OWN_WINDOWS = 200_000;
/** Counters that all further keys share. */
const SHARED_WINDOWS = 65_536;
const SWEEPS_A_WINDOW = 10;
/** As many bytes of a hash as a number holds exactly. */
const HASH_BYTES = 6;

export interface RateLimitStoreOptions {
  /** Milliseconds by a monotonic clock. */
  now?: () => number;
  /** Replaces `OWN_WINDOWS` in tests. */
  ownWindows?: number;
}

interface Window {
  /** When its first try was. */
  startMs: number;
  tries: number;
}

/**
 * Counts tries by key, each within a window that begins with the first of them. Nothing is forgotten before its window has ended, however
 * many keys somebody makes up: those beyond `OWN_WINDOWS` share counters, so that their tries are never too few, and are too many only if
 * millions are made. Of a key, only a hash with a secret of this process is kept: it is short, and nobody can aim at the counter of another.
 */
export class RateLimitStore implements FastifyRateLimitStore {
  readonly #now: () => number;
  readonly #ownWindows: number;
  readonly #secret = randomBytes(32).toString('hex');
  /** In the order of their starts. */
  readonly #own = new Map<number, Window>();
  readonly #shared = new Map<number, Window>();
  #nextSweepMs = 0;

  constructor({ now = () => performance.now(), ownWindows = OWN_WINDOWS }: RateLimitStoreOptions = {}) {
    this.#now = now;
    this.#ownWindows = ownWindows;
  }

  incr(
    key: string,
    callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
    windowMs: number,
  ): void {
    const nowMs = this.#now();
    this.#forgetEnded(nowMs, windowMs);
    const window = this.#windowOf(this.#idOf(key), nowMs, windowMs);
    window.tries += 1;
    callback(null, { current: window.tries, ttl: window.startMs + windowMs - nowMs });
  }

  /** A store for one more limit. */
  child(): RateLimitStore {
    return new RateLimitStore({ now: this.#now, ownWindows: this.#ownWindows });
  }

  #windowOf(id: number, nowMs: number, windowMs: number): Window {
    const isOpen = (window: Window | undefined) => window && nowMs - window.startMs < windowMs;
    const own = this.#own.get(id);
    if (own && isOpen(own)) return own;
    this.#own.delete(id);
    const slot = id % SHARED_WINDOWS;
    const shared = this.#shared.get(slot);
    if (shared && isOpen(shared)) return shared;
    const begun = { startMs: nowMs, tries: 0 };
    if (this.#own.size < this.#ownWindows) this.#own.set(id, begun);
    else this.#shared.set(slot, begun);
    return begun;
  }

  /** Not at every try: a map's iterator passes everything that was removed lately. */
  #forgetEnded(nowMs: number, windowMs: number): void {
    if (nowMs < this.#nextSweepMs) return;
    this.#nextSweepMs = nowMs + windowMs / SWEEPS_A_WINDOW;
    for (const [id, { startMs }] of this.#own) {
      if (nowMs - startMs < windowMs) return;
      this.#own.delete(id);
    }
  }

  #idOf(key: string): number {
    return hash('sha256', this.#secret + key, 'buffer').readUIntBE(0, HASH_BYTES);
  }
}
