import type { SpeechProgress } from '#speech/engine.ts';

export interface ProgressBar {
  /** `done` is the completed part of the step, from 0 to 1. */
  show(label: string, done: number): void;
  decoding(doneMs: number, totalMs: number | null): void;
  speech(progress: SpeechProgress): void;
  done(): void;
}

const WIDTH = 30;
const LABELS = {
  listening: 'Listening',
  recognizing: 'Recognizing',
  speakers: 'Speakers',
  sending: 'Sending',
  remote: 'At the service',
} as const;

/** On a terminal, a bar that is redrawn; elsewhere (a log, a pipe), a line for every tenth. */
export function createProgressBar(stream: NodeJS.WriteStream): ProgressBar {
  let label = '';
  let tenth = -1;
  const show = (next: string, done: number) => {
    const percent = Math.min(100, Math.round(done * 100));
    if (stream.isTTY) {
      const filled = Math.round((percent / 100) * WIDTH);
      stream.write(
        `\r${next.padEnd(12)} ${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${String(percent).padStart(3)}%`,
      );
    } else if (next !== label || Math.floor(percent / 10) !== tenth) {
      stream.write(`${next} ${percent}%\n`);
    }
    label = next;
    tenth = Math.floor(percent / 10);
  };
  return {
    show,
    decoding: (doneMs, totalMs) => show('Reading', totalMs ? doneMs / totalMs : 0),
    speech: ({ stage, doneMs, totalMs }) => {
      // Voice activity detection and recognition run together; the bar follows the slower one.
      if (stage === 'listening' && label === LABELS.recognizing) return;
      show(LABELS[stage], totalMs > 0 ? doneMs / totalMs : 1);
    },
    done: () => {
      if (stream.isTTY) stream.write('\r\u001b[K');
    },
  };
}
