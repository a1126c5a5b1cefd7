import { ShieldCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ApiKeys } from '#contract/api-keys.ts';
import { PROVIDER_NAMES } from '#web/citations/provider-names.ts';
import { useKeptFocus } from '#web/lib/focus.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { Skeleton, Spinner } from '#web/ui/spinner.tsx';
import { KeyField } from './key-field.tsx';
import { keyInUse, PROVIDERS } from './key-providers.ts';
import { useApiKeys } from './use-api-keys.ts';

/** The card with the user's own API keys. */
export function ApiKeysCard() {
  const keys = useApiKeys();
  const { data, isPending, error, refetch } = keys.query;
  const card = useRef<HTMLElement>(null);
  // The button that clears a key disappears with it.
  useKeptFocus(card, data && PROVIDERS.map(({ field }) => data[field]).join(' '));
  return (
    <Card ref={card} tabIndex={-1} aria-labelledby="keys-title" className="p-5 outline-none sm:p-6">
      <h2 id="keys-title" className="text-lg font-semibold">
        API keys
      </h2>
      <p className="mt-1 text-sm text-quiet">
        With your own keys, your usage is billed to your own accounts and has no daily limit here.
      </p>
      {isPending && <Skeleton className="mt-6 h-64" />}
      {error && !data && (
        <div className="mt-6">
          <NotLoaded what="The list of your keys" error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {data && <KeysForm keys={keys} saved={data} />}
    </Card>
  );
}

function KeysForm({ keys, saved }: { keys: ReturnType<typeof useApiKeys>; saved: ApiKeys }) {
  return (
    <form
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        if (!keys.isSaving) keys.save();
      }}
    >
      <div className="mt-6 space-y-6 divide-y *:not-last:pb-6">
        {PROVIDERS.map((words) => (
          <KeyField
            key={words.provider}
            words={words}
            inUse={keyInUse(saved, words.provider)}
            value={keys.typed[words.field]}
            error={keys.errors[words.field]}
            warning={keys.warningOf(words.provider)}
            onChange={(value) => keys.type(words.field, value)}
            onClear={() => keys.clear(words.provider)}
            isClearing={keys.isClearing}
          />
        ))}
      </div>
      <p className="mt-6 flex gap-2.5 text-sm text-quiet">
        <ShieldCheck className="mt-0.5 size-4.5 shrink-0" aria-hidden="true" />
        <span>
          Keys are stored encrypted and are never shown again. Summaries and answers now come from:{' '}
          <strong className="font-semibold text-ink">{PROVIDER_NAMES[saved.answersBy]}</strong>
        </span>
      </p>
      <div className="mt-5 flex flex-wrap gap-2">
        <Button type="submit" isIdle={keys.isSaving}>
          {keys.isSaving && <Spinner />}
          Save API keys
        </Button>
        {(PROVIDERS.some(({ field }) => saved[field] !== '') || saved.lost.length > 0) && (
          <ClearAll onClear={keys.clearAll} isClearing={keys.isClearing} />
        )}
      </div>
    </form>
  );
}

function ClearAll({ onClear, isClearing }: { onClear: () => void; isClearing: boolean }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="outline" isIdle={isClearing} onClick={() => setAsking(true)}>
        Clear all keys
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Clear all API keys?"
        description="Your keys will be deleted here. The system's default keys, if there are any, are used from then on."
        action="Clear all keys"
        onConfirm={onClear}
      />
    </>
  );
}
