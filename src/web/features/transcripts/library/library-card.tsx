import { Download, EllipsisVertical, Eye, FolderPlus, Share2, Trash2 } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import type { TranscriptListItem } from '#contract/transcripts.ts';
import { formatTime } from '#domain/timecode.ts';
import { ProjectBadge } from '#web/badges/project-badge.tsx';
import { SourceBadge } from '#web/badges/source-badge.tsx';
import { StatusBadge } from '#web/badges/status-badge.tsx';
import { classNames } from '#web/lib/class-names.ts';
import { formatCount, formatDate } from '#web/lib/format.ts';
import { transcriptPath } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { isRunning } from '../live-updates.ts';
import { shownPercent } from '../stage-text.ts';

export type CardAction = 'share' | 'export' | 'add' | 'delete';

interface LibraryCardProps {
  item: TranscriptListItem;
  isSelected: boolean;
  onSelect: (selected: boolean) => void;
  onAction: (action: CardAction) => void;
}

export function LibraryCard({ item, isSelected, onSelect, onAction }: LibraryCardProps) {
  const [, navigate] = useLocation();
  const address = transcriptPath(item.id);
  const isDone = item.status === 'completed';
  return (
    <li
      className={classNames(
        'flex items-start gap-4 px-4 py-4 sm:px-5',
        isSelected && 'bg-active shadow-[inset_3px_0_0_var(--brand)]',
      )}
    >
      <div className="pt-0.5">
        <Checkbox label={`Select ${item.title}`} checked={isSelected} onChange={onSelect} />
      </div>
      <div className="min-w-0 flex-1">
        <Link
          href={address}
          dir="auto"
          className="line-clamp-2 font-medium wrap-anywhere underline-offset-4 hover:underline"
        >
          {item.title}
        </Link>
        <p className="mt-1.5 flex flex-wrap items-center gap-1.5">
          <StatusBadge status={item.status} errorCode={isDone ? null : item.errorCode} />
          <SourceBadge source={item.sourceType} />
          <ProjectBadge transcript={item} />
        </p>
        <p className="mt-1.5 text-sm text-quiet tabular-nums">
          {formatTime(item.duration)} · {formatCount(item.wordCount ?? 0, 'word')} ·{' '}
          {formatDate(item.createdAt)}
        </p>
        {isRunning(item) && (
          <div className="mt-2.5 max-w-sm">
            <Progress percent={shownPercent(item)} label={`Progress of ${item.title}`} />
          </div>
        )}
      </div>
      <Menu
        trigger={
          <Button variant="ghost" size="icon" className="-my-1" aria-label={`Actions for ${item.title}`}>
            <EllipsisVertical aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem onSelect={() => navigate(address)}>
          <Eye aria-hidden="true" />
          View Transcript
        </MenuItem>
        {isDone && (
          <>
            <MenuItem onSelect={() => onAction('share')}>
              <Share2 aria-hidden="true" />
              Share
            </MenuItem>
            <MenuItem onSelect={() => onAction('export')}>
              <Download aria-hidden="true" />
              Export
            </MenuItem>
          </>
        )}
        <MenuItem onSelect={() => onAction('add')}>
          <FolderPlus aria-hidden="true" />
          Add to Project
        </MenuItem>
        <MenuItem onSelect={() => onAction('delete')}>
          <Trash2 aria-hidden="true" />
          Delete
        </MenuItem>
      </Menu>
    </li>
  );
}
