import { CircleAlert, MicOff, VolumeX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Notice } from '#web/ui/card.tsx';
import type { Trouble } from './recorder-state.ts';

const WORDS: Readonly<Record<Trouble, { tone: 'info' | 'warn' | 'bad'; icon: ReactNode; text: string }>> = {
  silent: {
    tone: 'info',
    icon: <VolumeX />,
    text: 'No sound is heard. Is the right microphone chosen, and is it switched on?',
  },
  muted: {
    tone: 'warn',
    icon: <MicOff />,
    text: 'The microphone is muted, or another program has taken it. Recording goes on, but nothing is heard until it is given back.',
  },
  unsaved: {
    tone: 'warn',
    icon: <CircleAlert />,
    text: 'This browser has no room to keep more of the recording. It goes on in memory and is sent to the server: do not close this page, and save the recording to this device when it is over.',
  },
  unplugged: {
    tone: 'warn',
    icon: <MicOff />,
    text: 'The microphone was disconnected or is no longer allowed, so the recording was stopped. All of it up to then is here.',
  },
  failed: {
    tone: 'bad',
    icon: <CircleAlert />,
    text: 'The browser stopped recording because of a fault. All of it up to then is here.',
  },
  full: {
    tone: 'warn',
    icon: <CircleAlert />,
    text: 'The recording has reached the largest size that can be transcribed (500MB), so it was stopped. All of it is here.',
  },
  'nowhere-to-keep': {
    tone: 'bad',
    icon: <CircleAlert />,
    text: 'Neither this browser nor the server can keep more, so the recording was stopped. All of it is here: save it to this device now.',
  },
};

/** What people should know about the recording at hand. Told to who does not see it, too. */
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
