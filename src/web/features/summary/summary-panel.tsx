import { Sparkles } from 'lucide-react';
import { useRef } from 'react';
import type { Transcript } from '#contract/transcripts.ts';
import type { Cite } from '#web/citations/citation-button.tsx';
import { useKeptFocus } from '#web/lib/focus.ts';
import { lazily } from '#web/lib/lazily.tsx';
import { Button } from '#web/ui/button.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Skeleton, Spinner } from '#web/ui/spinner.tsx';
import { useSummary } from './use-summary.ts';

const SummarySections = lazily(
  async () => (await import('./summary-sections.tsx')).SummarySections,
  <SummarySkeleton />,
);

interface SummaryPanelProps {
  transcript: Pick<Transcript, 'id' | 'title' | 'language'>;
  /** The reason why no summary can be written, or null. */
  refusal: string | null;
  onCite: Cite;
}

/** The summary of a transcript: not written yet, being written, or complete. */
export function SummaryPanel({ transcript, refusal, onCite }: SummaryPanelProps) {
  const { query, isGenerating, percent, generate } = useSummary(transcript.id);
  const { data, isSuccess } = query;
  const content = useRef<HTMLDivElement>(null);
  // The button that was clicked disappears when writing begins.
  useKeptFocus(content, isGenerating ? 'generating' : data ? 'there' : 'none');
  return (
    <div ref={content} tabIndex={-1} className="space-y-4 px-5 py-4 outline-none">
      {query.isPending && <SummarySkeleton />}
      {query.isError && !data && (
        <NotLoaded what="The summary" error={query.error} onRetry={() => void query.refetch()} />
      )}
      {isSuccess && !data && !isGenerating && <NoSummary refusal={refusal} onGenerate={generate} />}
      {isGenerating && <Generating percent={percent} />}
      {data && (
        <SummarySections
          transcript={transcript}
          summary={data}
          isGenerating={isGenerating}
          refusal={refusal}
          onCite={onCite}
          onRegenerate={generate}
        />
      )}
    </div>
  );
}

/** ' 40%', or '' while the progress is unknown: not every provider reports it. */
function percentText(percent: number): string {
  return percent > 0 ? ` ${Math.round(percent)}%` : '';
}

function NoSummary({ refusal, onGenerate }: { refusal: string | null; onGenerate: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="flex-1 basis-64 text-sm text-quiet">
        Key points, topics, next steps and quotes from this transcript. Each time in it leads to the moment it
        is based on.
      </p>
      <Button isIdle={refusal !== null} onClick={onGenerate}>
        <Sparkles aria-hidden="true" />
        Generate Summary
      </Button>
      {refusal && <p className="basis-full text-sm text-quiet">{refusal}</p>}
    </div>
  );
}

function Generating({ percent }: { percent: number }) {
  return (
    <div>
      <p className="mb-2 flex items-center gap-2.5 text-sm">
        <Spinner className="size-4.5 text-brand-ink" />
        <span role="status">Generating the summary…</span>
        <span className="ml-auto text-quiet tabular-nums" aria-hidden="true">
          {percentText(percent)}
        </span>
      </p>
      <Progress percent={percent} label="Progress of the summary" />
    </div>
  );
}

function SummarySkeleton() {
  return (
    <div role="status" className="space-y-3">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-5 w-1/3" />
      <Skeleton className="h-16" />
    </div>
  );
}
