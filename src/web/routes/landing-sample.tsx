import { classNames } from '#web/lib/class-names.ts';

const LINES = [
  {
    time: '0:12',
    speaker: 'Maya',
    color: 1,
    text: 'So the first question is always the same: where does the sound go?',
  },
  {
    time: '0:17',
    speaker: 'Tom',
    color: 2,
    text: 'Into a folder, and then',
    word: 'nobody',
    rest: 'listens to it again.',
  },
  { time: '0:22', speaker: 'Maya', color: 1, text: 'Unless it is text. Text you can search.' },
];
// The waveform of a short piece of speech, 0 to 100.
const LEVELS = [
  8, 22, 46, 70, 52, 64, 38, 20, 8, 5, 30, 58, 80, 66, 48, 72, 54, 26, 12, 6, 18, 44, 62, 84, 70, 52, 40, 58,
  30, 14, 6, 24, 50, 68, 46, 60, 34, 16, 8, 28, 56, 74, 60, 42, 22, 10,
];
const SPOKEN = 24;

/** A picture of a transcript. */
export function LandingSample() {
  return (
    <figure className="surface-card p-5 shadow-float sm:p-6">
      <div className="flex h-14 items-center gap-[3px]" aria-hidden="true">
        {LEVELS.map((level, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a picture that never changes.
            key={index}
            className={classNames('flex-1 rounded-full', index < SPOKEN ? 'bg-brand' : 'bg-line')}
            style={{ height: `${level}%` }}
          />
        ))}
      </div>
      <div className="mt-5 space-y-1">
        {LINES.map((line) => (
          <div
            key={line.time}
            className={classNames(
              'rounded-lg px-3 py-2.5',
              `speaker-${line.color}`,
              line.word !== undefined && 'bg-active',
            )}
          >
            <p className="flex items-baseline gap-2 text-sm">
              <span className="font-semibold text-(--speaker)">{line.speaker}</span>
              <span className="text-quiet tabular-nums">{line.time}</span>
            </p>
            <p className="mt-0.5">
              {line.text}
              {line.word !== undefined && (
                <>
                  {' '}
                  <span className="rounded bg-(--word) px-0.5 text-(--word-ink)">{line.word}</span>{' '}
                  {line.rest}
                </>
              )}
            </p>
          </div>
        ))}
      </div>
      <figcaption className="sr-only">
        An example of a transcript: speakers, times, and the word that is being said.
      </figcaption>
    </figure>
  );
}
