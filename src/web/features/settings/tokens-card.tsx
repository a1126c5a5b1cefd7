import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useKeptFocus } from '#web/lib/focus.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, Notice } from '#web/ui/card.tsx';
import { CopyField } from '#web/ui/copy-field.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { Skeleton } from '#web/ui/spinner.tsx';
import { createTokenMutation, tokensQuery } from './data.ts';
import { TokenForm } from './token-form.tsx';
import { TokenItem } from './token-item.tsx';

/** The card with the user's access tokens. */
export function TokensCard() {
  const list = useQuery(tokensQuery);
  const create = useMutation(createTokenMutation);
  const [isAdding, setAdding] = useState(false);
  const card = useRef<HTMLElement>(null);
  // The form, the new token and a revoked one disappear with their buttons.
  useKeptFocus(card, `${isAdding} ${create.data?.id} ${list.data?.length}`);
  return (
    <Card ref={card} tabIndex={-1} aria-labelledby="tokens-title" className="p-5 outline-none sm:p-6">
      <h2 id="tokens-title" className="text-lg font-semibold">
        Access tokens
      </h2>
      <p className="mt-1 mb-5 text-sm text-quiet">
        With a token, a program acts for you, within the limits that you choose here. The{' '}
        <a href="/api/docs" className="text-brand-ink underline underline-offset-4">
          description for programs
        </a>{' '}
        lists every call.
      </p>
      <div className="space-y-4">
        {list.isPending && <Skeleton className="h-16" />}
        {!list.isPending && !list.data && (
          <NotLoaded
            what="The list of access tokens"
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        )}
        {list.data && list.data.length > 0 && (
          <ul aria-label="Access tokens" className="divide-y">
            {list.data.map((token) => (
              <TokenItem key={token.id} token={token} />
            ))}
          </ul>
        )}
        {create.data && <ShownToken token={create.data.token} onDone={() => create.reset()} />}
        {isAdding ? (
          <div className="rounded-xl bg-sunken p-4">
            <TokenForm
              isSaving={create.isPending}
              failure={create.error}
              onSave={(token) => create.mutate(token, { onSuccess: () => setAdding(false) })}
              onCancel={() => {
                setAdding(false);
                create.reset();
              }}
            />
          </div>
        ) : (
          !create.data && (
            <Button variant="outline" onClick={() => setAdding(true)}>
              <Plus aria-hidden="true" />
              Create token
            </Button>
          )
        )}
      </div>
    </Card>
  );
}

/** A new token, the only time that it is shown. */
function ShownToken({ token, onDone }: { token: string; onDone: () => void }) {
  return (
    <div role="status" className="space-y-3">
      <Notice tone="info" icon={<KeyRound />}>
        Copy this token now: it is not shown again. Whoever has it can do what you have allowed it.
      </Notice>
      <CopyField label="New access token" text={token} what="token" />
      <Button size="sm" onClick={onDone}>
        Done
      </Button>
    </div>
  );
}
