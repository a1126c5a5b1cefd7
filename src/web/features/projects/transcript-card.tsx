import { ExternalLink, Eye, FolderMinus } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'wouter';
import type { TranscriptId } from '#contract/ids.ts';
import type { ProjectTranscript } from '#contract/projects.ts';
import { SourceBadge } from '#web/badges/source-badge.tsx';
import { StatusBadge } from '#web/badges/status-badge.tsx';
import { classNames } from '#web/lib/class-names.ts';
import { formatCount, formatDuration } from '#web/lib/format.ts';
import { transcriptPath } from '#web/lib/paths.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';

interface TranscriptCardProps {
  item: ProjectTranscript;
  canRemove: boolean;
  isSelected: boolean;
  /** Has to be a stable function, as `onRemove`. */
  onSelect: (ids: readonly TranscriptId[], isSelected: boolean) => void;
  onRemove: (item: ProjectTranscript) => void;
}

/** A transcript on its project's page. Off screen, it is neither laid out nor painted. */
export const TranscriptCard = memo(function TranscriptCard({
  item,
  canRemove,
  isSelected,
  onSelect,
  onRemove,
}: TranscriptCardProps) {
  const facts = [formatDuration(item.duration), formatCount(item.wordCount ?? 0, 'word')];
  const address = transcriptPath(item.id);
  return (
    <li
      className={classNames(
        'flex items-start gap-4 px-4 py-4 [contain-intrinsic-size:auto_7rem] [content-visibility:auto] sm:px-5',
        isSelected && 'bg-active shadow-[inset_3px_0_0_var(--brand)]',
      )}
    >
      <div className="pt-0.5">
        <Checkbox
          label={`Select ${item.title}`}
          checked={isSelected}
          onChange={(isNow) => onSelect([item.id], isNow)}
        />
      </div>
      <div className="flex min-w-0 flex-1 items-start gap-3 max-sm:flex-col">
        <div className="w-full min-w-0 flex-1">
          <h2 dir="auto" className="line-clamp-2 text-base font-medium wrap-anywhere">
            {item.title}
          </h2>
          <p className="mt-1.5 flex flex-wrap items-center gap-1.5">
            <StatusBadge
              status={item.status}
              errorCode={item.status === 'completed' ? null : item.errorCode}
              completed="Ready"
            />
            <SourceBadge source={item.sourceType} />
          </p>
          <p className="mt-1.5 text-sm wrap-anywhere text-quiet tabular-nums">
            {facts.join(' · ')} · <Ago iso={item.createdAt} />
            {!item.isOwn && ` · ${item.ownerName}`}
          </p>
          {item.sourceUrl && <SourceLink url={item.sourceUrl} />}
        </div>
        <div className="flex shrink-0 gap-2">
          <Button asChild variant="outline" size="sm">
            <Link href={address}>
              <Eye aria-hidden="true" />
              View <span className="sr-only">{item.title}</span>
            </Link>
          </Button>
          {canRemove && (
            <Button
              variant="ghost"
              size="icon"
              className="size-8.5!"
              aria-label={`Remove ${item.title} from the project`}
              title="Remove from the project"
              onClick={() => onRemove(item)}
            >
              <FolderMinus aria-hidden="true" />
            </Button>
          )}
        </div>
      </div>
    </li>
  );
});

/** A link to the source; nothing unless it is a web address. */
function SourceLink({ url }: { url: string }) {
  if (!/^https?:\/\//i.test(url)) return null;
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="mt-1 inline-flex max-w-full items-center gap-1.5 text-sm text-brand-ink underline-offset-4 hover:underline"
    >
      <span className="truncate">{url.replace(/^https?:\/\/(www\.)?/i, '')}</span>
      <ExternalLink className="size-3.5 shrink-0" aria-hidden="true" />
    </a>
  );
}
