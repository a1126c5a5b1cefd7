import type { ReactNode } from 'react';
import type { Transcript } from '#contract/transcripts.ts';
import { countSpeakers, isSilent } from '#domain/speakers.ts';
import { formatTime } from '#domain/timecode.ts';
import { formatPercent } from '#web/lib/format.ts';
import { ENGINE_NAMES } from '#web/speech/engine-names.ts';

/** The facts about a transcript in one line: duration, number of words, and so on. */
export function TranscriptFacts({ transcript }: { transcript: Transcript }) {
  return (
    <dl className="flex flex-wrap gap-x-3 gap-y-1 text-sm tabular-nums">
      <Fact name="Duration">{formatTime(transcript.duration)}</Fact>
      <Fact name="Words">{(transcript.wordCount ?? 0).toLocaleString('en')}</Fact>
      <Fact name="Accuracy">{formatPercent(transcript.accuracy)}</Fact>
      <Fact name="Speakers">{isSilent(transcript) ? 'None' : countSpeakers(transcript)}</Fact>
      {transcript.engine && <Fact name="Transcribed by">{ENGINE_NAMES[transcript.engine]}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline gap-1.5">
      <dt className="text-quiet">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}
