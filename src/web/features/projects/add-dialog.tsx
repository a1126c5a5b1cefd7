import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FolderPlus, FolderTree } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ProjectId, TranscriptId } from '#contract/ids.ts';
import { ProjectInput } from '#contract/projects.ts';
import { updateTranscript } from '#contract/transcripts.ts';
import { call, isUnauthorized } from '#web/lib/api.ts';
import { formatCount } from '#web/lib/format.ts';
import { failedOf } from '#web/lib/one-by-one.ts';
import { PROJECTS_KEY } from '#web/lib/project-keys.ts';
import { projectsQuery } from '#web/lib/projects-query.ts';
import { TRANSCRIPTS_KEY } from '#web/lib/transcript-keys.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormButtons } from '#web/ui/form-buttons.tsx';
import { Select } from '#web/ui/select.tsx';
import { TabStrip } from '#web/ui/tabs.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { leaveForLogin } from '#web/ui/use-unauthorized.ts';
import { createMutation } from './data.ts';
import { ProjectNameField } from './project-name-field.tsx';

interface AddDialogProps {
  /** The transcripts to add. */
  ids: readonly TranscriptId[];
  onClose: () => void;
  /** Called at the end with the transcripts that could not be added. */
  onAdded: (failed: readonly TranscriptId[]) => void;
}

/** A dialog that adds the user's own transcripts to a new or an existing project. */
export function AddDialog({ ids, onClose, onAdded }: AddDialogProps) {
  const [mode, setMode] = useState('new');
  const { left, addTo } = useAdd(ids, onAdded);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add to Project"
      description={`${formatCount(ids.length, 'transcript')} selected. A transcript belongs to at most one project: adding moves it.`}
    >
      <div className="mt-5">
        <TabStrip
          label="Which project"
          current={mode}
          onChange={setMode}
          small="strip"
          tabs={[
            {
              id: 'new',
              label: 'Create New',
              icon: <FolderPlus aria-hidden="true" />,
              isKept: true,
              content: <NewProject left={left} onClose={onClose} onChosen={addTo} />,
            },
            {
              id: 'existing',
              label: 'Select Existing',
              icon: <FolderTree aria-hidden="true" />,
              isKept: true,
              content: <PresentProject left={left} onClose={onClose} onChosen={addTo} />,
            },
          ]}
        />
      </div>
    </Dialog>
  );
}

interface ModeProps {
  /** How many are still to be added; 0 while nothing is being added. */
  left: number;
  onClose: () => void;
  onChosen: (id: ProjectId, name: string) => void;
}

function NewProject({ left, onClose, onChosen }: ModeProps) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const create = useMutation({
    ...createMutation,
    onSuccess: (project) => onChosen(project.id, project.name),
    onError: () => toast({ title: 'Error', description: 'Failed to create project', variant: 'destructive' }),
  });

  function submit() {
    const checked = ProjectInput.safeParse({ name });
    if (checked.success) create.mutate(checked.data);
    else setError(checked.error.issues[0]?.message);
  }

  return (
    <ModeForm
      action="Create and Add"
      isBusy={create.isPending}
      left={left}
      onSubmit={submit}
      onClose={onClose}
    >
      <ProjectNameField
        value={name}
        error={error}
        onChange={(text) => {
          setName(text);
          setError(undefined);
        }}
      />
    </ModeForm>
  );
}

function PresentProject({ left, onClose, onChosen }: ModeProps) {
  const projects = useQuery(projectsQuery);
  const editable = (projects.data ?? []).filter(({ abilities }) => abilities.edit);
  const [chosen, setChosen] = useState<string | null>(null);
  const [error, setError] = useState<string>();

  function submit() {
    const project = editable.find(({ id }) => String(id) === chosen);
    if (project) onChosen(project.id, project.name);
    else setError('Please select a project');
  }

  return (
    <ModeForm action="Add to Project" isBusy={false} left={left} onSubmit={submit} onClose={onClose}>
      {projects.data && editable.length === 0 ? (
        <p className="text-sm text-quiet">There is no project that you can add to yet. Create a new one.</p>
      ) : (
        <Select
          label="Project"
          value={chosen}
          placeholder={projects.isPending ? 'Loading...' : 'Select a project'}
          error={error}
          options={editable.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(value) => {
            setChosen(value);
            setError(undefined);
          }}
        />
      )}
    </ModeForm>
  );
}

interface ModeFormProps {
  action: string;
  isBusy: boolean;
  left: number;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

function ModeForm({ action, isBusy, left, onSubmit, onClose, children }: ModeFormProps) {
  const isWorking = isBusy || left > 0;
  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWorking) onSubmit();
      }}
    >
      {children}
      <FormButtons action={action} isBusy={isWorking} onCancel={onClose}>
        <p role="status" className="text-sm text-quiet">
          {left > 0 && `Adding, ${left} to go`}
        </p>
      </FormButtons>
    </form>
  );
}

/** Adds the transcripts one by one, so that one failure does not hold up the others. */
function useAdd(ids: readonly TranscriptId[], onAdded: AddDialogProps['onAdded']) {
  const queryClient = useQueryClient();
  const [left, setLeft] = useState(0);

  async function addTo(projectId: ProjectId, name: string) {
    setLeft(ids.length);
    const failed = await failedOf(ids, async (id) => {
      const isAdded = await add(id, projectId);
      setLeft((count) => count - 1);
      return isAdded;
    });
    await Promise.all(
      [PROJECTS_KEY, TRANSCRIPTS_KEY].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    );
    if (failed.length > 0) {
      toast({
        title: 'Error',
        description: 'Failed to add transcripts to project',
        variant: 'destructive',
      });
    } else {
      toast({ title: `${formatCount(ids.length, 'transcript')} added to ${name}` });
    }
    onAdded(failed);
  }

  return { left, addTo: (id: ProjectId, name: string) => void addTo(id, name) };
}

async function add(id: TranscriptId, projectId: ProjectId): Promise<boolean> {
  try {
    await call(updateTranscript, { params: { id }, body: { projectId } });
    return true;
  } catch (error) {
    if (isUnauthorized(error)) leaveForLogin();
    return false;
  }
}
