import { useMutation } from '@tanstack/react-query';
import type { TranscriptId } from '#contract/ids.ts';
import type { TranscriptListItem } from '#contract/transcripts.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { cancelMutation } from './data.ts';
import { isRunning } from './live-updates.ts';
import { percentText, shownPercent, stageText } from './stage-text.ts';
import { useHistory } from './use-history.ts';

interface RunningJobsProps {
  /** The transcript shown in full elsewhere on the page. */
  except: TranscriptId | null;
  onShow: (id: TranscriptId) => void;
}

/** The running jobs of the user, except that of the transcript shown. */
export function RunningJobs({ except, onShow }: RunningJobsProps) {
  const { data: page } = useHistory(1);
  const running = page?.transcripts.filter((item) => isRunning(item) && item.id !== except) ?? [];
  if (running.length === 0) return null;
  return (
    <Card aria-label="Being transcribed" className="divide-y">
      {running.map((item) => (
        <RunningJob key={item.id} item={item} onShow={onShow} />
      ))}
    </Card>
  );
}

function RunningJob({ item, onShow }: { item: TranscriptListItem; onShow: (id: TranscriptId) => void }) {
  const cancel = useMutation(cancelMutation);
  return (
    <div className="px-5 py-4">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Spinner className="shrink-0 text-brand-ink" />
        <div className="min-w-0 flex-1 basis-40">
          <p dir="auto" className="truncate font-medium">
            {item.title}
          </p>
          <p className="text-sm text-quiet tabular-nums">
            {[stageText(item), percentText(item)].filter((part) => part !== '').join(' · ')}
          </p>
        </div>
        <div className="flex gap-1">
          <Button
            variant="outline"
            size="sm"
            onClick={() => onShow(item.id)}
            aria-label={`Show ${item.title}`}
          >
            Show
          </Button>
          <Button
            variant="ghost"
            size="sm"
            isIdle={cancel.isPending}
            onClick={() => cancel.mutate(item.id)}
            aria-label={`Cancel ${item.title}`}
          >
            Cancel
          </Button>
        </div>
      </div>
      <Progress percent={shownPercent(item)} label={`Progress of ${item.title}`} />
    </div>
  );
}
