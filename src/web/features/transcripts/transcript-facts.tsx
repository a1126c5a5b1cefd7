import type { ReactNode } from 'react';
import { IMPORT_LABELS } from '#contract/import-formats.ts';
import { languageName } from '#contract/languages.ts';
import { SPEECH_ENGINES } from '#contract/speech-engines.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { countSpeakers, isSilent } from '#domain/speakers.ts';
import { formatTime } from '#domain/timecode.ts';
import { classNames } from '#web/lib/class-names.ts';
import { formatPercent } from '#web/lib/format.ts';
import { languageSource } from './language-source.ts';

/** The facts about a transcript in one line: duration, number of words, and so on. */
export function TranscriptFacts({ transcript }: { transcript: Transcript }) {
  return (
    <dl className="flex basis-full flex-wrap gap-x-2.5 gap-y-1 text-xs tabular-nums sm:flex-1 sm:gap-x-3 sm:text-sm">
      <Fact name="Duration" isObvious>
        {formatTime(transcript.duration)}
      </Fact>
      <Fact name="Words">{(transcript.wordCount ?? 0).toLocaleString('en')}</Fact>
      <Fact name="Accuracy">{formatPercent(transcript.accuracy)}</Fact>
      <Fact name="Speakers">{isSilent(transcript) ? 'None' : countSpeakers(transcript)}</Fact>
      {transcript.language !== null && (
        <Fact name="Language" className="max-sm:sr-only" title={languageSource(transcript)}>
          {languageName(transcript.language)}
        </Fact>
      )}
      {transcript.engine && (
        <Fact name="Transcribed by" className="max-sm:sr-only">
          {SPEECH_ENGINES[transcript.engine].label}
        </Fact>
      )}
      {transcript.imported && (
        <Fact name="Imported from" className="max-sm:sr-only" title={transcript.imported.filename}>
          {IMPORT_LABELS[transcript.imported.format]}
        </Fact>
      )}
    </dl>
  );
}

interface FactProps {
  name: string;
  /** Whether phones, where there is little room, show the value alone. */
  isObvious?: boolean;
  className?: string;
  /** More about it, for those who point at it. */
  title?: string | undefined;
  children: ReactNode;
}

function Fact({ name, isObvious = false, className, title, children }: FactProps) {
  return (
    <div className={classNames('flex items-baseline gap-1.5', className)} title={title}>
      <dt className={classNames('text-quiet', isObvious && 'max-sm:sr-only')}>{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}
