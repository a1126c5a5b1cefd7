import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { UserId } from '#contract/ids.ts';
import type { Project } from '#contract/projects.ts';
import { PROJECTS_PATH, SETTINGS_PATH } from '#web/lib/paths.ts';
import { projectKey } from '#web/lib/project-keys.ts';
import { showFailure } from '#web/ui/show-failure.ts';
import { toast } from '#web/ui/toast-store.ts';
import { deleteProjectMutation, leaveMutation } from './data.ts';

/** Deletes a project for everybody, and goes to the settings. */
export function useDeleteProject({ id }: Pick<Project, 'id'>) {
  const close = useClose(id);
  return useMutation({
    ...deleteProjectMutation,
    onSuccess: () => close('Project deleted', SETTINGS_PATH),
    onError: (error) => showFailure(error, 'Failed to delete project'),
  });
}

/** Ends the user's membership of a project, and goes to the list of projects. */
export function useLeaveProject({ id, name }: Pick<Project, 'id' | 'name'>) {
  const close = useClose(id);
  const leave = useMutation({
    ...leaveMutation,
    onSuccess: () => close(`You have left ${name}`, PROJECTS_PATH),
    onError: (error) => showFailure(error, 'Failed to leave project'),
  });
  return { isPending: leave.isPending, leave: (userId: UserId) => leave.mutate({ id, userId }) };
}

function useClose(id: Project['id']) {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  return (title: string, path: string) => {
    toast({ title });
    navigate(path);
    queryClient.removeQueries({ queryKey: projectKey(id) });
  };
}
