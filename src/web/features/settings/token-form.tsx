import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { InputOf } from '#contract/endpoint.ts';
import { DEFAULT_TOKEN_DAYS, MAX_TOKEN_DAYS, MAX_TOKEN_NAME_LENGTH } from '#contract/limits.ts';
import { TokenScope } from '#contract/token-scopes.ts';
import { type createToken, NewToken } from '#contract/tokens.ts';
import { errorsOfFailure, errorsOfIssues, messageOfFailure } from '#web/lib/form-errors.ts';
import { placeToType } from '#web/lib/place-to-type.ts';
import { projectsQuery } from '#web/lib/projects-query.ts';
import { useFields } from '#web/lib/use-fields.ts';
import { Notice } from '#web/ui/card.tsx';
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormButtons } from '#web/ui/form-buttons.tsx';
import { Select } from '#web/ui/select.tsx';
import { SCOPE_NAMES } from './token-facts.ts';

interface TokenFormProps {
  isSaving: boolean;
  /** Why saving failed; null otherwise. */
  failure: unknown;
  onSave: (token: InputOf<typeof createToken>['body']) => void;
  onCancel: () => void;
}

const EVERYTHING = 'everything';
const DURATIONS = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: String(DEFAULT_TOKEN_DAYS), label: `${DEFAULT_TOKEN_DAYS} days` },
  { value: String(MAX_TOKEN_DAYS), label: '1 year' },
];

/** The name of a new token, what it may do, where, and for how long. */
export function TokenForm({ isSaving, failure, onSave, onCancel }: TokenFormProps) {
  const { form, values, show, field } = useFields({ name: '' });
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['read']);
  const [scopesError, setScopesError] = useState<string>();
  const [project, setProject] = useState<string>(EVERYTHING);
  const [days, setDays] = useState(String(DEFAULT_TOKEN_DAYS));
  const { data: projects = [] } = useQuery(projectsQuery);
  const name = field('name');
  useEffect(() => {
    if (form.current) placeToType(form.current)?.focus();
  }, [form]);

  function save() {
    const checked = NewToken.safeParse({
      ...values,
      scopes,
      expiresInDays: Number(days),
      projectId: project === EVERYTHING ? null : Number(project),
    });
    const errors = errorsOfIssues(checked.error?.issues ?? []);
    show(errors);
    setScopesError(errors.scopes);
    if (checked.success) onSave(checked.data);
  }

  return (
    <form
      ref={form}
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaving) save();
      }}
    >
      <Field
        label="Name"
        autoComplete="off"
        maxLength={MAX_TOKEN_NAME_LENGTH}
        placeholder="Backup script"
        {...name}
        error={name.error ?? errorsOfFailure(failure).name}
      />
      <CheckboxGroup
        legend="It may"
        options={TokenScope.options}
        names={SCOPE_NAMES}
        chosen={scopes}
        error={scopesError}
        onChange={(chosen) => {
          setScopes(chosen);
          setScopesError(undefined);
        }}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Where"
          value={project}
          options={[
            { value: EVERYTHING, label: 'Everything that you can see' },
            ...projects.map((each) => ({ value: String(each.id), label: `Only ${each.name}` })),
          ]}
          onChange={setProject}
        />
        <Select label="Valid for" value={days} options={DURATIONS} onChange={setDays} />
      </div>
      {failure !== null && (
        <div role="alert">
          <Notice tone="bad" icon={<CircleAlert />}>
            {messageOfFailure(failure)}
          </Notice>
        </div>
      )}
      <FormButtons action="Create token" isBusy={isSaving} onCancel={onCancel} />
    </form>
  );
}
