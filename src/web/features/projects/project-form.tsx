import { type ReactNode, useState } from 'react';
import { DEFAULT_PROJECT_COLOR, MAX_DESCRIPTION_LENGTH } from '#contract/limits.ts';
import { type Project, ProjectInput } from '#contract/projects.ts';
import { useDraft, useHasDraft } from '#web/lib/drafts.ts';
import { FormButtons } from '#web/ui/form-buttons.tsx';
import { TextAreaField } from '#web/ui/text-area-field.tsx';
import { ColorChoice } from './color-choice.tsx';
import { ProjectNameField } from './project-name-field.tsx';

export type ProjectFacts = Pick<Project, 'name' | 'description' | 'color'>;

interface ProjectFormProps {
  /** The project to change; absent for a new one. */
  project?: Project;
  action: string;
  isSaving: boolean;
  onSave: (facts: ProjectFacts) => void;
  onCancel: () => void;
  /** Shown on the left of the buttons. */
  children?: ReactNode;
}

/** A form for the name, description and color of a project. */
export function ProjectForm({ project, action, isSaving, onSave, onCancel, children }: ProjectFormProps) {
  const { name, description } = useProjectDrafts(project);
  const [color, setColor] = useState(project?.color ?? DEFAULT_PROJECT_COLOR);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});

  function save() {
    const checked = ProjectInput.safeParse({ name: name.text, description: description.text, color });
    if (!checked.success) {
      setErrors(
        Object.fromEntries(checked.error.issues.map(({ path, message }) => [String(path[0]), message])),
      );
      return;
    }
    const { description: text = null, ...facts } = checked.data;
    onSave({ ...facts, description: text });
  }

  return (
    <form
      noValidate
      className="mt-5 space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaving) save();
      }}
    >
      <ProjectNameField
        value={name.text}
        error={errors.name}
        onChange={(text) => {
          name.change(text);
          setErrors({});
        }}
      />
      <TextAreaField
        label="Description (optional)"
        dir="auto"
        maxLength={MAX_DESCRIPTION_LENGTH}
        value={description.text}
        error={errors.description}
        onChange={(event) => description.change(event.target.value)}
      />
      <ColorChoice present={project?.color ?? DEFAULT_PROJECT_COLOR} value={color} onChange={setColor} />
      <FormButtons action={action} isBusy={isSaving} onCancel={onCancel}>
        {children}
      </FormButtons>
    </form>
  );
}

/** What is typed in the form of a project, or of a new one. The dialog around it forgets it when it is closed. */
export function useProjectDrafts(project?: Project) {
  const [nameKey, descriptionKey] = draftsOf(project);
  const name = useDraft(nameKey, project?.name ?? '');
  const description = useDraft(descriptionKey, project?.description ?? '');
  return {
    name,
    description,
    forget: () => {
      name.forget();
      description.forget();
    },
  };
}

/** Whether something was being typed in the form when the session was lost. */
export function useHasProjectDraft(project?: Project): boolean {
  const [nameKey, descriptionKey] = draftsOf(project);
  const isName = useHasDraft(nameKey, project?.name ?? '');
  return useHasDraft(descriptionKey, project?.description ?? '') || isName;
}

function draftsOf(project?: Project): readonly [string, string] {
  const of = project ? `project ${project.id}` : 'a new project';
  return [`name of ${of}`, `description of ${of}`];
}
