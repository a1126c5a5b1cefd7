import { z } from 'zod';

/**
 * Path of the WebSocket on which a browser sends microphone audio, as binary messages of 16-bit little-endian samples
 * (mono, 16,000 a second), and gets `LiveText` messages as JSON. Only for people who are signed in.
 */
export const LIVE_TEXT_PATH = '/api/live-text';

/** Sample rate of the audio sent, in Hz. */
export const LIVE_SAMPLE_RATE = 16_000;

export const LiveText = z.discriminatedUnion('type', [
  /** What is being said since `startMs`; replaces the earlier text with the same start. Final: it will not change any more. */
  z.object({
    type: z.literal('text'),
    startMs: z.int(),
    endMs: z.int(),
    text: z.string(),
    isFinal: z.boolean(),
  }),
  /** Too many people are speaking at once, there was no sound for a while, or this engine does not support it: the recording continues without text, and the connection closes. */
  z.object({
    type: z.literal('unavailable'),
    message: z.string(),
    /** Whether to reconnect: after a growing pause, when there is sound again, or not at all. */
    again: z.enum(['later', 'with-sound', 'never']),
  }),
]);
export type LiveText = z.infer<typeof LiveText>;
