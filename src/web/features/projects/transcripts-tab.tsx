import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, FileText, FolderInput } from 'lucide-react';
import { useRef, useState } from 'react';
import type { TranscriptId } from '#contract/ids.ts';
import type { Project, ProjectTranscript } from '#contract/projects.ts';
import { useKeptFocus } from '#web/lib/focus.ts';
import { useReadingOrder } from '#web/lib/reading-order.ts';
import { useGrowingCount } from '#web/lib/use-growing-count.ts';
import { useSelected } from '#web/lib/use-selected.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, EmptyState } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { SelectionBar } from '#web/ui/selection-bar.tsx';
import { showFailure } from '#web/ui/show-failure.ts';
import { Skeleton } from '#web/ui/spinner.tsx';
import { assignMutation, projectTranscriptsQuery, removeTranscriptMutation } from './data.ts';
import { TranscriptCard } from './transcript-card.tsx';

interface TranscriptsTabProps {
  project: Project;
  onAssign: () => void;
  onExport: (transcripts: readonly ProjectTranscript[]) => void;
}

/** The number of cards rendered at once, and of those added with each frame. */
const FIRST_CARDS = 12;
const CARDS_A_FRAME = 12;

/** The transcripts of a project. */
export function TranscriptsTab(props: TranscriptsTabProps) {
  const { data } = useQuery(projectTranscriptsQuery(props.project.id));
  const place = useRef<HTMLDivElement>(null);
  // The button that was clicked disappears with the last card, or with the first one that arrives.
  useKeptFocus(place, data?.length);
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <InItsState {...props} />
    </div>
  );
}

function InItsState({ project, onAssign, onExport }: TranscriptsTabProps) {
  const transcripts = useQuery(projectTranscriptsQuery(project.id));
  const [asked, setAsked] = useState<ProjectTranscript | null>(null);
  const { selected, select } = useSelected<TranscriptId>();
  const remove = useRemove(project);
  useReadingOrder((transcripts.data ?? []).map(({ id }) => id));
  const shown = useGrowingCount(transcripts.data?.length ?? 0, FIRST_CARDS, CARDS_A_FRAME);
  if (transcripts.isPending) return <TranscriptsSkeleton />;
  if (!transcripts.data) {
    return (
      <NotLoaded
        what="The transcripts"
        error={transcripts.error}
        onRetry={() => void transcripts.refetch()}
      />
    );
  }
  if (transcripts.data.length === 0) {
    return (
      <Card>
        <EmptyState icon={<FileText />} title="No transcripts in this project yet">
          {project.abilities.edit ? (
            <Button className="mt-4" onClick={onAssign}>
              <FolderInput aria-hidden="true" />
              Assign Transcripts
            </Button>
          ) : (
            <p>Its owner and editors can add some.</p>
          )}
        </EmptyState>
      </Card>
    );
  }
  const chosen = transcripts.data.filter(({ id }) => selected.has(id));
  return (
    <Card aria-label="Transcripts of the project" className="overflow-hidden">
      <SelectionBar
        total={transcripts.data.length}
        selected={chosen.length}
        onSelectAll={(isSelected) =>
          select(
            transcripts.data.map(({ id }) => id),
            isSelected,
          )
        }
      >
        <Button variant="outline" size="sm" onClick={() => onExport(chosen)}>
          <Download aria-hidden="true" />
          Export…
        </Button>
      </SelectionBar>
      <ul className="divide-y">
        {transcripts.data.slice(0, shown).map((item) => (
          <TranscriptCard
            key={item.id}
            item={item}
            // Users can always remove their own transcripts.
            canRemove={project.abilities.edit || item.isOwn}
            isSelected={selected.has(item.id)}
            onSelect={select}
            onRemove={setAsked}
          />
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title="Remove from the project?"
        description={asked ? askOf(asked) : ''}
        action="Remove"
        onConfirm={() => asked && remove(asked)}
      />
    </Card>
  );
}

function askOf({ title, isOwn, ownerName }: ProjectTranscript): string {
  const where = isOwn ? 'your library' : `the library of ${ownerName}`;
  return `"${title}" will be removed from this project and stay in ${where}.`;
}

function useRemove(project: Project): (item: ProjectTranscript) => void {
  const onError = (error: unknown) => showFailure(error, 'Failed to remove transcript from project');
  const remove = useMutation({ ...removeTranscriptMutation, onError });
  const takeBack = useMutation({ ...assignMutation, onError });
  return ({ id }) => {
    if (project.abilities.edit) remove.mutate({ id: project.id, transcriptId: id });
    else takeBack.mutate({ transcriptIds: [id], projectId: null });
  };
}

function TranscriptsSkeleton() {
  return (
    <Card role="status" className="divide-y">
      <span className="sr-only">Loading...</span>
      {['first', 'second', 'third'].map((key) => (
        <div key={key} className="space-y-2.5 px-5 py-5">
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-4 w-1/4" />
        </div>
      ))}
    </Card>
  );
}
