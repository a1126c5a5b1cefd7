import { useMutation, useQuery } from '@tanstack/react-query';
import { FileText, Search } from 'lucide-react';
import { useId, useState } from 'react';
import { ProjectId, type TranscriptId } from '#contract/ids.ts';
import { ASSIGN_LIST_SIZE } from '#contract/limits.ts';
import type { Project } from '#contract/projects.ts';
import type { TranscriptListItem } from '#contract/transcripts.ts';
import { SourceBadge } from '#web/badges/source-badge.tsx';
import { classNames } from '#web/lib/class-names.ts';
import { formatCount } from '#web/lib/format.ts';
import { projectsQuery } from '#web/lib/projects-query.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { INPUT_CLASS } from '#web/ui/field.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { Select } from '#web/ui/select.tsx';
import { showFailure } from '#web/ui/show-failure.ts';
import { Skeleton, Spinner } from '#web/ui/spinner.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { canMove, checkedOf, titled, withSelected } from './assignable.ts';
import { assignableQuery, assignMutation } from './data.ts';

interface AssignDialogProps {
  /** The project selected at first. */
  project: Pick<Project, 'id' | 'name'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A dialog that moves the user's own transcripts into a project, or out of their projects. */
export function AssignDialog({ project, open, onOpenChange }: AssignDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width="medium"
      title="Assign Transcripts"
      description="A transcript belongs to at most one project: assigning moves it."
    >
      <Assign project={project} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

const NONE = 'none';

function Assign({ project, onClose }: { project: AssignDialogProps['project']; onClose: () => void }) {
  const { data: projects = [] } = useQuery(projectsQuery);
  const transcripts = useQuery(assignableQuery);
  const [target, setTarget] = useState(String(project.id));
  const [selected, setSelected] = useState<ReadonlySet<TranscriptId>>(new Set());
  const targetId = target === NONE ? null : ProjectId.parse(target);
  const others = projects.filter(({ id, abilities }) => abilities.edit && id !== project.id);
  const options = [
    ...[project, ...others].map(({ id, name }) => ({ value: String(id), label: name })),
    { value: NONE, label: 'Remove from all projects' },
  ];
  const chosen = (transcripts.data ?? [])
    .filter((item) => selected.has(item.id) && canMove(item, targetId))
    .map(({ id }) => id);
  const assign = useMutation({
    ...assignMutation,
    onSuccess: (_, { transcriptIds }) => {
      const label = options.find(({ value }) => value === target)?.label ?? '';
      const moved = formatCount(transcriptIds.length, 'transcript');
      toast({
        title: targetId === null ? `${moved} removed from all projects` : `${moved} assigned to ${label}`,
      });
      onClose();
    },
    onError: (error) => showFailure(error, 'Failed to assign transcripts'),
  });

  return (
    <div className="mt-5 space-y-4">
      <Select label="Target project" value={target} options={options} onChange={setTarget} />
      {transcripts.isPending && <Skeleton className="h-64" />}
      {transcripts.isError && !transcripts.data && (
        <NotLoaded
          what="Your transcripts"
          error={transcripts.error}
          onRetry={() => void transcripts.refetch()}
        />
      )}
      {transcripts.data?.length === 0 && <EmptyState icon={<FileText />} title="No transcripts available" />}
      {transcripts.data && transcripts.data.length > 0 && (
        <Choice items={transcripts.data} target={targetId} selected={selected} onSelect={setSelected} />
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button
          isIdle={chosen.length === 0 || assign.isPending}
          onClick={() => assign.mutate({ transcriptIds: chosen, projectId: targetId })}
        >
          {assign.isPending && <Spinner className="size-4.5" />}
          {targetId === null ? 'Remove' : 'Assign'}
          {chosen.length > 0 && ` (${chosen.length})`}
        </Button>
      </div>
    </div>
  );
}

interface ChoiceProps {
  items: readonly TranscriptListItem[];
  target: ProjectId | null;
  selected: ReadonlySet<TranscriptId>;
  onSelect: (selected: ReadonlySet<TranscriptId>) => void;
}

function Choice({ items, target, selected, onSelect }: ChoiceProps) {
  const id = useId();
  const [text, setText] = useState('');
  const shown = titled(items, text);
  const movable = shown.filter((item) => canMove(item, target)).map(({ id }) => id);
  const all = checkedOf(selected, movable);
  return (
    <div className="overflow-hidden rounded-xl border">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b p-3">
        <Checkbox
          id={id}
          label={`Select all (${movable.length})`}
          checked={all}
          onChange={() => onSelect(withSelected(selected, movable, all !== true))}
        />
        <label htmlFor={id} className="py-1 text-sm">
          Select all ({movable.length})
        </label>
        <div className="relative min-w-40 flex-1">
          <Search
            className="pointer-events-none absolute top-3 left-3 size-4 text-quiet"
            aria-hidden="true"
          />
          <input
            type="search"
            aria-label="Filter by title"
            placeholder="Filter by title…"
            value={text}
            onChange={(event) => setText(event.target.value)}
            className={`${INPUT_CLASS} h-10! pl-9 text-sm`}
          />
        </div>
      </div>
      <ul aria-label="Transcripts" className="max-h-72 divide-y overflow-y-auto overscroll-contain">
        {shown.map((item) => (
          <ChoiceItem
            key={item.id}
            item={item}
            isThere={!canMove(item, target)}
            isSelected={selected.has(item.id)}
            onSelect={(isSelected) => onSelect(withSelected(selected, [item.id], isSelected))}
          />
        ))}
      </ul>
      {shown.length === 0 && <p className="p-4 text-center text-sm text-quiet">No titles match.</p>}
      {items.length >= ASSIGN_LIST_SIZE && (
        <p className="border-t px-3 py-2 text-sm text-quiet">
          These are your newest {ASSIGN_LIST_SIZE}. Older ones can be added from the library.
        </p>
      )}
    </div>
  );
}

interface ChoiceItemProps {
  item: TranscriptListItem;
  /** Whether it is in the selected project already. */
  isThere: boolean;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
}

function ChoiceItem({ item, isThere, isSelected, onSelect }: ChoiceItemProps) {
  const id = useId();
  return (
    <li className={classNames('flex items-start gap-3 p-3', isSelected && !isThere && 'bg-active')}>
      <Checkbox
        id={id}
        label={item.title}
        checked={isSelected && !isThere}
        isDisabled={isThere}
        onChange={onSelect}
      />
      <label htmlFor={id} className="min-w-0 flex-1">
        <span
          dir="auto"
          className={classNames('line-clamp-2 text-sm wrap-anywhere', isThere && 'text-quiet')}
        >
          {item.title}
        </span>
        <span className="mt-1 flex flex-wrap items-center gap-1.5">
          <SourceBadge source={item.sourceType} />
          {item.projectName !== null && (
            <Badge tone="brand">
              <span dir="auto" className="max-w-56 truncate">
                In: {item.projectName}
              </span>
            </Badge>
          )}
        </span>
      </label>
    </li>
  );
}
