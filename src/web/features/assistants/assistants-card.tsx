import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Assistant } from '#contract/assistants.ts';
import { useKeptFocus } from '#web/lib/focus.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CopyField } from '#web/ui/copy-field.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { showFailure } from '#web/ui/show-failure.ts';
import { Skeleton } from '#web/ui/spinner.tsx';
import { assistantsQuery, disconnectMutation } from './data.ts';

/** The card with the address for assistants, and those that the user has let in. */
export function AssistantsCard() {
  const { data, isPending, error, refetch } = useQuery(assistantsQuery);
  const card = useRef<HTMLElement>(null);
  // The button that disconnects disappears with its assistant.
  useKeptFocus(card, data?.assistants.length);
  return (
    <Card ref={card} tabIndex={-1} aria-labelledby="assistants-title" className="p-5 outline-none sm:p-6">
      <h2 id="assistants-title" className="text-lg font-semibold">
        Assistants
      </h2>
      <p className="mt-1 mb-5 text-sm text-quiet">
        Claude, ChatGPT and editors can search your library and quote it with links that play.{' '}
        {data?.address === null
          ? 'On this installation they cannot sign in, because it has no https address of its own: give them an access token.'
          : 'Give them this address; they ask you to sign in and to agree. An assistant that cannot do so takes an access token instead.'}
      </p>
      <div className="space-y-4">
        {isPending && <Skeleton className="h-16" />}
        {error && !data && (
          <NotLoaded what="The list of assistants" error={error} onRetry={() => void refetch()} />
        )}
        {data?.address && <CopyField label="Address for assistants" text={data.address} what="address" />}
        {data && data.assistants.length > 0 && (
          <ul aria-label="Connected assistants" className="divide-y">
            {data.assistants.map((assistant) => (
              <Connected key={assistant.id} assistant={assistant} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

function Connected({ assistant }: { assistant: Assistant }) {
  const { id, name, host, scopes, createdAt, lastUse } = assistant;
  const [isAsking, setAsking] = useState(false);
  const disconnect = useMutation({
    ...disconnectMutation,
    onError: (error) => showFailure(error, 'The assistant could not be disconnected.'),
  });
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-56 space-y-1 text-sm text-quiet">
        <p className="wrap-anywhere">
          <bdi className="text-base font-medium text-ink">{name}</bdi>
          {host !== null && host !== name && (
            <>
              {' '}
              <bdi>{host}</bdi>
            </>
          )}
        </p>
        <p>{scopes.join(', ')}</p>
        {lastUse ? (
          <p className="wrap-anywhere">
            Used <Ago iso={lastUse.at} /> from <bdi>{lastUse.address}</bdi>
          </p>
        ) : (
          <p>
            Connected <Ago iso={createdAt} />, never used
          </p>
        )}
      </div>
      <Button
        variant="ghost"
        size="sm"
        className="text-danger-ink!"
        aria-label={`Disconnect ${name}`}
        isIdle={disconnect.isPending}
        onClick={() => setAsking(true)}
      >
        Disconnect
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Disconnect this assistant?"
        description={`“${name}” is refused at once. To come back, it has to ask you again.`}
        action="Disconnect"
        onConfirm={() => disconnect.mutate(id)}
      />
    </li>
  );
}
