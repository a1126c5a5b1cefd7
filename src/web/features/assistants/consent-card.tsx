import { useMutation, useQuery } from '@tanstack/react-query';
import { Bot, CircleAlert, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Consent } from '#contract/assistants.ts';
import type { CurrentUser } from '#contract/auth.ts';
import type { AssistantScope } from '#contract/token-scopes.ts';

import { messageOfFailure } from '#web/lib/form-errors.ts';
import { HOME_PATH } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, Notice } from '#web/ui/card.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { consentQuery, decideMutation } from './data.ts';

/** What an assistant could do with each scope, in plain words. */
const ALLOWS: Readonly<Record<AssistantScope, { label: string; hint: string }>> = {
  read: { label: 'Read', hint: 'Search and read your transcripts, summaries and articles.' },
  write: { label: 'Change', hint: 'Ask questions, name speakers, and move transcripts into projects.' },
  transcribe: { label: 'Bring in recordings', hint: 'Have recordings from the web transcribed.' },
};
/** What is switched on before the person has chosen. */
const USUAL: readonly AssistantScope[] = ['read'];

/** The question whether an assistant may come in, with what it could do as switches. */
export function ConsentCard({ uid, user }: { uid: string; user: CurrentUser }) {
  const { data, isPending, error } = useQuery(consentQuery(uid));
  if (isPending) {
    return (
      <Card role="status" className="flex flex-col items-center gap-3 px-6 py-14 text-quiet">
        <Spinner className="size-8 text-brand-ink" />
        Looking at the request…
      </Card>
    );
  }
  if (!data) {
    return (
      <Card className="px-6 py-12 text-center">
        <h1 className="text-xl font-semibold">This request cannot be shown</h1>
        <p className="mx-auto mt-1.5 max-w-sm text-quiet">{messageOfFailure(error)}</p>
        <Button asChild className="mt-6">
          <Link href={HOME_PATH}>Go to Tapescript</Link>
        </Button>
      </Card>
    );
  }
  return <Question uid={uid} user={user} consent={data} />;
}

function Question({ uid, user, consent }: { uid: string; user: CurrentUser; consent: Consent }) {
  const { name, host, returnsTo, scopes: asked } = consent;
  const usual = asked.filter((scope) => USUAL.includes(scope));
  const [scopes, setScopes] = useState<readonly AssistantScope[]>(usual.length > 0 ? usual : asked);
  const decide = useMutation({
    ...decideMutation,
    // It leads back to the assistant.
    onSuccess: ({ goTo }) => location.replace(goTo),
  });
  const isBusy = decide.isPending || decide.isSuccess;
  const send = (given: readonly AssistantScope[]) =>
    decide.mutate({ uid, userId: user.id, scopes: [...given] });
  return (
    <Card className="p-6 sm:p-8">
      <span className="grid size-12 place-items-center rounded-2xl bg-sunken text-quiet" aria-hidden="true">
        <Bot className="size-6" />
      </span>
      <h1 className="mt-4 text-2xl font-semibold wrap-anywhere">
        <bdi>{name}</bdi>
        {host !== null && host !== name && (
          <>
            {' ('}
            <bdi>{host}</bdi>)
          </>
        )}{' '}
        wants to use your transcripts
      </h1>
      <p className="mt-2 wrap-anywhere text-quiet">
        You are signed in as <bdi className="text-ink">{user.email}</bdi>. Afterwards you return to{' '}
        <bdi className="text-ink">{returnsTo}</bdi>.
      </p>
      {host === null && (
        <div className="mt-4">
          <Notice tone="warn" icon={<TriangleAlert />}>
            Any program can give itself this name. Go on only if you have just connected it yourself.
          </Notice>
        </div>
      )}
      <fieldset className="mt-6 space-y-4 border-y py-5">
        <legend className="sr-only">What it may do</legend>
        {asked.map((scope) => (
          <Switch
            key={scope}
            {...ALLOWS[scope]}
            checked={scopes.includes(scope)}
            onChange={(isOn) =>
              setScopes(isOn ? [...scopes, scope] : scopes.filter((each) => each !== scope))
            }
          />
        ))}
      </fieldset>
      <p className="mt-5 text-sm text-quiet">
        It never gets your password or your keys. You can disconnect it in Settings at any time.
      </p>
      {decide.error && (
        <div role="alert" className="mt-4">
          <Notice tone="bad" icon={<CircleAlert />}>
            {messageOfFailure(decide.error)}
          </Notice>
        </div>
      )}
      <div className="mt-6 flex flex-wrap gap-2">
        <Button isIdle={isBusy || scopes.length === 0} onClick={() => send(scopes)}>
          {isBusy && <Spinner className="size-4.5" />}
          Allow
        </Button>
        <Button variant="outline" isIdle={isBusy} onClick={() => send([])}>
          Do not allow
        </Button>
      </div>
    </Card>
  );
}
