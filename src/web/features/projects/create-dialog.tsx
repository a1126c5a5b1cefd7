import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { projectPath } from '#web/lib/paths.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { showFailure } from '#web/ui/show-failure.ts';
import { createMutation, projectQuery } from './data.ts';
import { ProjectForm, useProjectDrafts } from './project-form.tsx';

interface CreateDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A dialog that creates a project and opens its page. */
export function CreateDialog({ open, onOpenChange }: CreateDialogProps) {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  const drafts = useProjectDrafts();
  const create = useMutation({
    ...createMutation,
    onSuccess: (project) => {
      drafts.forget();
      queryClient.setQueryData(projectQuery(project.id).queryKey, project);
      navigate(projectPath(project.id));
    },
    onError: (error) => showFailure(error, 'Failed to create project'),
  });

  function change(isOpen: boolean) {
    drafts.forget();
    onOpenChange(isOpen);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title="Create Project"
      description="A project brings transcripts and articles together, so that you can ask about all of them at once and share them with others."
    >
      <ProjectForm
        action="Create Project"
        isSaving={create.isPending}
        onSave={(facts) => create.mutate(facts)}
        onCancel={() => change(false)}
      />
    </Dialog>
  );
}
