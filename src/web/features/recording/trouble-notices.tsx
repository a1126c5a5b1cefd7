import { CircleAlert, MicOff, VolumeX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Notice } from '#web/ui/card.tsx';
import type { Trouble } from './recorder-state.ts';

const WORDS: Readonly<Record<Trouble, { tone: 'info' | 'warn' | 'bad'; icon: ReactNode; text: string }>> = {
  silent: {
    tone: 'info',
    icon: <VolumeX />,
    text: 'No sound is coming in. Is the right microphone selected, and is it switched on?',
  },
  muted: {
    tone: 'warn',
    icon: <MicOff />,
    text: 'The microphone is muted, or another program is using it. Recording continues, but without sound until the microphone is available again.',
  },
  unsaved: {
    tone: 'warn',
    icon: <CircleAlert />,
    text: 'This browser has no space left for the recording. Recording continues in memory and is sent to the server: do not close this page, and save the recording to this device when you have finished.',
  },
  unplugged: {
    tone: 'warn',
    icon: <MicOff />,
    text: 'The microphone was disconnected or is no longer allowed, so the recording was stopped. Everything up to that point is here.',
  },
  failed: {
    tone: 'bad',
    icon: <CircleAlert />,
    text: 'The browser stopped recording because of an error. Everything up to that point is here.',
  },
  full: {
    tone: 'warn',
    icon: <CircleAlert />,
    text: 'The recording has reached the maximum size that can be transcribed (500MB), so it was stopped. All of it is here.',
  },
  'nowhere-to-keep': {
    tone: 'bad',
    icon: <CircleAlert />,
    text: 'Neither this browser nor the server can store any more, so the recording was stopped. All of it is here: save it to this device now.',
  },
};

/** Problems with the current recording. Announced to screen readers, too. */
export function TroubleNotices({ troubles }: { troubles: readonly Trouble[] }) {
  return (
    <div role="status" className="*:mt-4">
      {troubles.map((trouble) => {
        const { tone, icon, text } = WORDS[trouble];
        return (
          <Notice key={trouble} tone={tone} icon={icon}>
            {text}
          </Notice>
        );
      })}
    </div>
  );
}
