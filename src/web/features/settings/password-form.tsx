import { useMutation } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { PasswordChange } from '#contract/auth.ts';
import { MIN_PASSWORD_LENGTH } from '#contract/limits.ts';
import { errorsOfFailure, errorsOfIssues, messageOfFailure } from '#web/lib/form-errors.ts';
import { useFields } from '#web/lib/use-fields.ts';
import { Notice } from '#web/ui/card.tsx';
import { FormButtons } from '#web/ui/form-buttons.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { changePasswordMutation } from './data.ts';

interface PasswordFormProps {
  /** The user's email, for password managers. */
  email: string;
  onChanged: () => void;
  onCancel: () => void;
}

/** The form with the current and the new password. */
export function PasswordForm({ email, onChanged, onCancel }: PasswordFormProps) {
  const { form, values, hasErrors, show, field } = useFields({ currentPassword: '', newPassword: '' });
  const change = useMutation({
    ...changePasswordMutation,
    onSuccess: onChanged,
    onError: (error) => show(errorsOfFailure(error)),
  });
  const isNobodysFault = change.isError && !hasErrors;

  function submit() {
    const { data, error } = PasswordChange.safeParse(values);
    show(errorsOfIssues(error?.issues ?? []));
    if (data) change.mutate(data);
  }

  return (
    <form
      ref={form}
      noValidate
      className="mt-5 space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!change.isPending) submit();
      }}
    >
      {isNobodysFault && (
        <div role="alert">
          <Notice tone="bad" icon={<CircleAlert />}>
            {messageOfFailure(change.error)}
          </Notice>
        </div>
      )}
      <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
      <PasswordField label="Current password" autoComplete="current-password" {...field('currentPassword')} />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
        {...field('newPassword')}
      />
      <FormButtons action="Change password" isBusy={change.isPending} onCancel={onCancel} />
    </form>
  );
}
