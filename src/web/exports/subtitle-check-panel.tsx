import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { FORMATS, SUBTITLE_FORMATS, type SubtitleFormat } from '#domain/exports/formats.ts';
import {
  FINDING_KINDS,
  type Finding,
  type FindingKind,
  MAX_CHARACTERS_PER_SECOND,
  MAX_CUE_MS,
  MIN_CUE_MS,
} from '#domain/exports/subtitle-check.ts';
import type { ExportSource } from '#domain/exports/text-exports.ts';
import { formatTime, speakTime } from '#domain/timecode.ts';
import { formatCount } from '#web/lib/format.ts';
import { languageProps } from '#web/lib/language-props.ts';
import { Select } from '#web/ui/select.tsx';
import { SidePanel } from '#web/ui/side-panel.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Switch } from '#web/ui/switch.tsx';
import type { ExportTask } from './export-task.ts';
import { runExport } from './run-export.ts';
import { CUT_AT_WORDS } from './use-cut-at-words.ts';

/** How many findings of each kind are listed, worst first. */
const LISTED = 50;

const KINDS: Record<FindingKind, { title: string; rule: string; amount: (amount: number) => string }> = {
  'too-fast': {
    title: 'Too fast to read',
    rule: `more than ${MAX_CHARACTERS_PER_SECOND} characters a second; a Chinese, Japanese or Korean one counts as two`,
    amount: (amount) => `${Math.round(amount)}/s`,
  },
  'too-short': {
    title: 'Too short on screen',
    rule: `less than ${(MIN_CUE_MS / 1000).toFixed(1)} seconds`,
    amount: seconds,
  },
  'too-long': {
    title: 'Too long on screen',
    rule: `more than ${MAX_CUE_MS / 1000} seconds`,
    amount: seconds,
  },
  overlap: {
    title: 'Cut short by the next one',
    rule: 'two passages overlap',
    amount: seconds,
  },
  'past-end': {
    title: 'Past the end',
    rule: 'longer than the recording',
    amount: (amount) => `+${seconds(amount)}`,
  },
};

type CheckTask = Extract<ExportTask, { kind: 'check' }>;

interface SubtitleCheckProps {
  transcript: ExportSource;
  /** The API path of the segments' words. */
  wordsPath: string;
  /** Whether SRT is cut at words. */
  cutAtWords: boolean;
  onCutAtWords: (isOn: boolean) => void;
  onClose: () => void;
  /** Goes to a moment of the recording, in seconds. */
  onJump: (seconds: number) => void;
}

/** Lists subtitles that would be hard to read. Clicking one goes to its place; the list stays open for the next one. */
export function SubtitleCheckPanel(props: SubtitleCheckProps) {
  const { transcript, wordsPath, cutAtWords, onCutAtWords, onClose, onJump } = props;
  const [format, setFormat] = useState<SubtitleFormat>('srt');
  return (
    <SidePanel
      title="Check subtitles"
      description="Subtitles that are hard to read, by format. F6 returns to this list."
      onClose={onClose}
    >
      <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-3">
        <Select
          label="Format"
          isLabelHidden
          value={format}
          options={SUBTITLE_FORMATS.map((value) => ({ value, label: FORMATS[value].label }))}
          onChange={setFormat}
          className="min-w-52 flex-1"
        />
        {format === 'srt' && <Switch label={CUT_AT_WORDS} checked={cutAtWords} onChange={onCutAtWords} />}
      </div>
      <Findings
        key={`${format} ${cutAtWords}`}
        task={{ kind: 'check', format, cutAtWords, wordsPath, source: transcript }}
        onJump={onJump}
      />
    </SidePanel>
  );
}

function Findings({ task, onJump }: { task: CheckTask } & Pick<SubtitleCheckProps, 'onJump'>) {
  const { data: findings, isError } = useFindings(task);
  const { language } = task.source;
  if (isError) return <p className="mt-5 text-danger-ink">The subtitles cannot be checked right now.</p>;
  if (!findings) {
    return (
      <p role="status" className="mt-5 flex items-center gap-2 text-quiet">
        <Spinner />
        Checking…
      </p>
    );
  }
  if (findings.length === 0) {
    return (
      <p role="status" className="mt-5 flex items-center gap-2 text-good-ink">
        <CircleCheck className="size-5" aria-hidden="true" />
        No problems found
      </p>
    );
  }
  return FINDING_KINDS.map((kind) => {
    const ofKind = findings.filter((finding) => finding.kind === kind);
    return (
      ofKind.length > 0 && (
        <FindingGroup key={kind} kind={kind} findings={ofKind} language={language} onJump={onJump} />
      )
    );
  });
}

/** Checks the subtitles in a worker, each time that the list opens or another format is chosen. */
function useFindings(task: CheckTask) {
  return useQuery({
    queryKey: ['subtitle-check', useId()],
    queryFn: ({ signal }) => runExport<'check'>(task, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

interface FindingGroupProps {
  kind: FindingKind;
  findings: readonly Finding[];
  /** BCP 47 tag of what is said; null if it is not known. */
  language: string | null;
  onJump: (seconds: number) => void;
}

function FindingGroup({ kind, findings, language, onJump }: FindingGroupProps) {
  const headingId = useId();
  const { title, rule, amount } = KINDS[kind];
  const listed = worstFirst(kind, findings).slice(0, LISTED);
  const rest = findings.length - listed.length;
  return (
    <section aria-labelledby={headingId} className="mt-5">
      <h3 id={headingId} className="flex items-baseline gap-2 font-semibold">
        {title}
        <span className="text-sm font-normal text-quiet">{findings.length.toLocaleString('en')}</span>
      </h3>
      <p className="text-sm text-quiet">{rule}</p>
      <ul className="-mx-2 mt-1">
        {listed.map((finding) => (
          <li key={finding.cueNumber}>
            <button
              type="button"
              onClick={() => onJump(finding.startSeconds)}
              className="grid w-full grid-cols-[3.5rem_1fr_auto] items-baseline gap-2 rounded-md px-2 py-1.5 text-left text-sm hover:bg-sunken"
            >
              <span className="sr-only">Go to {speakTime(finding.startSeconds)}:</span>
              <span className="text-quiet tabular-nums" aria-hidden="true">
                {formatTime(finding.startSeconds)}
              </span>
              <span className="line-clamp-2 wrap-anywhere" {...languageProps(finding.text, language)}>
                {finding.text}
              </span>
              <span className="text-quiet tabular-nums">{amount(finding.amount)}</span>
            </button>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="mt-1 text-sm text-quiet">and {formatCount(rest, 'other', 'others')}</p>}
    </section>
  );
}

function worstFirst(kind: FindingKind, findings: readonly Finding[]): Finding[] {
  const sign = kind === 'too-short' ? 1 : -1;
  return findings.toSorted((a, b) => sign * (a.amount - b.amount));
}

function seconds(amount: number): string {
  return `${amount < 0.1 ? amount.toFixed(2) : amount.toFixed(1)} s`;
}
