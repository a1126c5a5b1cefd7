import { logProblem } from '#web/lib/log.ts';
import type { LiveTextSession } from './live-text-session.ts';

type Listen = (onSamples: (samples: Int16Array<ArrayBuffer>) => void) => Promise<() => void>;

/** Turns live text on and off while a microphone is open. */
export interface LiveTextSwitch {
  turnOn: (listen: Listen) => void;
  turnOff: () => void;
}

/** `isHeard` says whether the current audio is part of the recording, which it is not during a pause. */
export function createLiveTextSwitch(session: LiveTextSession, isHeard: () => boolean): LiveTextSwitch {
  /** A new one each time it is turned on, so that a microphone that opens late is ignored. */
  let turn: { stop: () => void } | null = null;

  function turnOff(): void {
    if (!turn) return;
    turn.stop();
    turn = null;
    session.end();
  }

  return {
    turnOff,
    turnOn(listen) {
      if (turn) return;
      const own = { stop: () => {} };
      turn = own;
      session.begin();
      listen((samples) => {
        if (turn === own && isHeard()) session.push(samples);
      }).then(
        (stop) => {
          if (turn === own) own.stop = stop;
          else stop();
        },
        (error: unknown) => {
          logProblem('Live text cannot listen.', error);
          if (turn === own) turnOff();
        },
      );
    },
  };
}
