import { CircleAlert, MicOff, VolumeX } from 'lucide-react';
import type { ReactNode } from 'react';
import { sizeText } from '#contract/upload-limits.ts';
import { formatTime } from '#domain/timecode.ts';
import { maxUploadBytes } from '#web/lib/upload-limit.ts';
import { Notice } from '#web/ui/card.tsx';
import { type Interruption, interruptionText } from './interruption.ts';
import { isGoingOn, type RecorderState, type Trouble } from './recorder-state.ts';

const WORDS: Readonly<Record<Trouble, { tone: 'info' | 'warn' | 'bad'; icon: ReactNode; text: string }>> = {
  silent: {
    tone: 'info',
    icon: <VolumeX />,
    text: 'No sound is coming in. Is the right microphone selected, and is it switched on?',
  },
  unsaved: {
    tone: 'warn',
    icon: <CircleAlert />,
    text: 'This browser has no space left for the recording. Recording continues in memory and is sent to the server: do not close this page, and save the recording to this device when you have finished.',
  },
  unplugged: {
    tone: 'warn',
    icon: <MicOff />,
    text: 'The microphone was disconnected, taken by a call or is no longer allowed, so the recording was stopped at {time}. Everything up to that point is here: transcribe it, save it to this device, or keep it for later and record the rest as another recording.',
  },
  failed: {
    tone: 'bad',
    icon: <CircleAlert />,
    text: 'The browser stopped recording because of an error. Everything up to that point is here.',
  },
  full: {
    tone: 'warn',
    icon: <CircleAlert />,
    text: 'The recording has reached the maximum size that can be transcribed ({limit}), so it was stopped. All of it is here.',
  },
  'nowhere-to-keep': {
    tone: 'bad',
    icon: <CircleAlert />,
    text: 'Neither this browser nor the server can store any more, so the recording was stopped. All of it is here: save it to this device now.',
  },
};

/** Says that somebody else has the microphone now. */
export function InterruptionNotice({ interruption }: { interruption: Interruption | null }) {
  return (
    <div role="status" className="mb-0 *:mb-4">
      {interruption?.until === null && (
        <Notice tone="warn" icon={<MicOff />}>
          {interruptionText(interruption, false)}
        </Notice>
      )}
    </div>
  );
}

/** Problems with the current recording. Announced to screen readers, too. */
export function TroubleNotices({ state, elapsedMs }: { state: RecorderState; elapsedMs: number }) {
  const { troubles, interruption, phase } = state;
  return (
    // What has ended a recording comes before what can be done with it.
    <div role="status" className={isGoingOn(phase) ? '*:mt-4' : 'order-first *:mb-4'}>
      {interruption && interruption.until !== null && (
        <Notice tone="info" icon={<MicOff />}>
          {interruptionText(interruption, !isGoingOn(phase))}
        </Notice>
      )}
      {troubles.map((trouble) => {
        const { tone, icon, text } = WORDS[trouble];
        return (
          <Notice key={trouble} tone={tone} icon={icon}>
            {text
              .replace('{time}', formatTime(elapsedMs / 1000))
              .replace('{limit}', sizeText(maxUploadBytes()))}
          </Notice>
        );
      })}
    </div>
  );
}
