import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Project } from '#contract/projects.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx';
import { showFailure } from '#web/ui/show-failure.ts';
import { projectQuery, updateMutation } from './data.ts';
import { ProjectForm, useProjectDrafts } from './project-form.tsx';
import { useDeleteProject } from './use-leave-project.ts';

interface SettingsDialogProps {
  project: Project;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The owner's dialog that changes a project's name, description and color, or deletes the project. */
export function SettingsDialog({ project, open, onOpenChange }: SettingsDialogProps) {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const drafts = useProjectDrafts(project);
  const remove = useDeleteProject(project);
  const update = useMutation({
    ...updateMutation,
    onSuccess: (saved) => {
      queryClient.setQueryData(projectQuery(saved.id).queryKey, saved);
      change(false);
    },
    onError: (error) => showFailure(error, 'Failed to update project'),
  });

  function change(isOpen: boolean) {
    drafts.forget();
    onOpenChange(isOpen);
  }

  return (
    <Dialog open={open} onOpenChange={change} title="Project Settings">
      <ProjectForm
        project={project}
        action="Save Changes"
        isSaving={update.isPending}
        onSave={(facts) => update.mutate({ id: project.id, ...facts })}
        onCancel={() => change(false)}
      >
        <Button
          variant="ghost"
          className="-ml-3 text-danger-ink!"
          isIdle={remove.isPending}
          onClick={() => setAsking(true)}
        >
          <Trash2 aria-hidden="true" />
          Delete Project
        </Button>
      </ProjectForm>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Delete this project?"
        description={`"${project.name}" will be permanently deleted for all members, along with its articles, its AI chat and its invitations. Its transcripts stay in their owners’ libraries.`}
        action="Delete Project"
        onConfirm={() => remove.mutate(project.id)}
      />
    </Dialog>
  );
}
