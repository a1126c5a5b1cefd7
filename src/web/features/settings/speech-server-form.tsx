import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import type { SpeechServerState } from '#contract/speech-server.ts';
import { messageOfFailure } from '#web/lib/form-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { SpeechServerResult } from './speech-server-result.tsx';
import { useSpeechServer } from './use-speech-server.ts';

const PLAIN = {
  dir: 'ltr',
  autoComplete: 'off',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
} as const;

/** Address, key and model of the user's server, and a test of what is typed. */
export function SpeechServerForm({ state }: { state: SpeechServerState }) {
  const server = useSpeechServer(state);
  const models = useId();
  const { form, field } = server.fields;
  const { own } = state;
  return (
    <form
      ref={form}
      noValidate
      autoComplete="off"
      className="mt-5 space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!server.isSaving) server.save();
      }}
    >
      <Field
        {...PLAIN}
        label="Address"
        type="url"
        placeholder="https://speech.example.org/v1"
        hint="It usually ends in /v1. For whisper.cpp it ends in /inference, for WhisperX in /asr."
        {...field('address')}
      />
      <PasswordField
        {...PLAIN}
        label={own?.apiKey ? 'New key' : 'Key'}
        hint={
          own?.apiKey
            ? `Saved: ${own.apiKey}. Leave empty to keep it.`
            : 'Leave empty if the server needs none.'
        }
        // Keeps password managers from offering to store it.
        data-1p-ignore
        data-lpignore="true"
        {...field('apiKey')}
      />
      <Field
        {...PLAIN}
        label="Model"
        list={models}
        placeholder="whisper-1"
        hint="Leave empty for the first that the server lists."
        {...field('model')}
      />
      <datalist id={models}>
        {server.models.map((model) => (
          <option key={model} value={model} />
        ))}
      </datalist>
      {own?.isKeyLost && (
        <Notice tone="warn" icon={<TriangleAlert />}>
          The key that you saved cannot be read any more, because the server’s secret has changed. Please
          enter it again.
        </Notice>
      )}
      <div role="status" className="empty:hidden">
        {server.result && <SpeechServerResult result={server.result} />}
      </div>
      {server.failure !== null && (
        <div role="alert">
          <Notice tone="bad" icon={<CircleAlert />}>
            {messageOfFailure(server.failure)}
          </Notice>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isIdle={server.isSaving}>
          {server.isSaving && <Spinner />}
          Save server
        </Button>
        <Button variant="outline" isIdle={server.isTesting} onClick={server.test}>
          {server.isTesting && <Spinner />}
          {server.isTesting ? 'Testing…' : 'Test'}
        </Button>
        {own && <Remove onRemove={server.remove} isRemoving={server.isRemoving} />}
      </div>
    </form>
  );
}

function Remove({ onRemove, isRemoving }: { onRemove: () => void; isRemoving: boolean }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        className="ml-auto text-danger-ink!"
        isIdle={isRemoving}
        onClick={() => setAsking(true)}
      >
        Remove server
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Remove your speech server?"
        description="Its address and key will be deleted here. Texts that it has made stay."
        action="Remove server"
        onConfirm={onRemove}
      />
    </>
  );
}
