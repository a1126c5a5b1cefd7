import { text } from 'node:stream/consumers';
import type { SendCall } from '#speech/server/transport.ts';
import { SpeechError, type SpeechProblem } from '#speech/speech-error.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { OutboundError, type OutboundFailure } from '../outbound/outbound-error.ts';

const PROBLEMS: Readonly<Record<OutboundFailure, SpeechProblem>> = {
  refused: { code: 'address_refused' },
  redirects: { code: 'wrong_address' },
  'too-large': { code: 'bad_answer' },
  timeout: { code: 'unreachable', tookTooLong: true },
  unreachable: { code: 'unreachable' },
};

/** Calls of speech servers through the one way out. Nothing is redirected, because the key must not be. */
export function sendThrough(outbound: Outbound): SendCall {
  return async (address, call) => {
    try {
      const { status, headers, body } = await outbound.fetch(address, { ...call, maxRedirects: 0 });
      return { status, headers, text: await text(body) };
    } catch (error) {
      call.signal.throwIfAborted();
      if (!(error instanceof OutboundError)) throw error;
      throw new SpeechError(PROBLEMS[error.failure]);
    }
  };
}
