import { ArrowLeft, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { CreateDialog } from '#web/features/projects/create-dialog.tsx';
import { useHasProjectDraft } from '#web/features/projects/project-form.tsx';
import { ProjectList } from '#web/features/projects/project-list.tsx';
import { useDocumentTitle } from '#web/lib/document-title.ts';
import { HOME_PATH } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';

/** The page with the user's projects, where new ones are created. */
export function ProjectsPage() {
  useDocumentTitle('Projects');
  const [isCreating, setCreating] = useState(useHasProjectDraft());
  return (
    <div className="mx-auto max-w-5xl px-4 pt-6 sm:px-6">
      <Button asChild variant="ghost" size="sm" className="mb-3 -ml-3">
        <Link href={HOME_PATH}>
          <ArrowLeft aria-hidden="true" />
          Back to Home
        </Link>
      </Button>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold sm:text-3xl">Projects</h1>
        <Button onClick={() => setCreating(true)}>
          <Plus aria-hidden="true" />
          Create Project
        </Button>
      </div>
      <ProjectList onCreate={() => setCreating(true)} />
      <CreateDialog open={isCreating} onOpenChange={setCreating} />
    </div>
  );
}
