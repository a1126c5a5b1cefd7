import { useQuery } from '@tanstack/react-query';
import { ProjectId } from '#contract/ids.ts';
import { projectsQuery } from '#web/lib/projects-query.ts';
import { useEngines } from '#web/speech/data.ts';
import { optionsInForce } from '#web/speech/engine-options.ts';
import { TranscriptionForm } from '#web/speech/transcription-form.tsx';
import { rememberLanguage } from '#web/speech/use-transcription-options.ts';
import { Select } from '#web/ui/select.tsx';
import type { QueueSettings } from './queue-entry.ts';

const NONE = 'none';

interface QueueSettingsFieldsProps {
  settings: QueueSettings;
  onChange: (settings: QueueSettings) => void;
}

/** The settings of all files that wait, and of those that are added. */
export function QueueSettingsFields({ settings, onChange }: QueueSettingsFieldsProps) {
  const engines = useEngines();
  const { data: projects = [] } = useQuery(projectsQuery);
  const editable = projects.filter(({ abilities }) => abilities.edit);
  const { speech, projectId } = settings;
  return (
    <div className="space-y-4 rounded-xl bg-sunken/60 p-4">
      <p className="text-sm font-medium">For all files that wait, and those that you add</p>
      <TranscriptionForm
        chosen={{
          options: optionsInForce(speech, engines),
          change: (part) => {
            rememberLanguage(part);
            onChange({ ...settings, speech: { ...speech, ...part } });
          },
        }}
      />
      {editable.length > 0 && (
        <Select
          label="Put the transcripts into"
          className="max-w-xs"
          value={projectId === null ? NONE : String(projectId)}
          options={[
            { value: NONE, label: 'No project' },
            ...editable.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(value) =>
            onChange({ ...settings, projectId: value === NONE ? null : ProjectId.parse(value) })
          }
        />
      )}
    </div>
  );
}
