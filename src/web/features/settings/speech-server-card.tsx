import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { SpeechServerState } from '#contract/speech-server.ts';
import { useKeptFocus } from '#web/lib/focus.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { Skeleton } from '#web/ui/spinner.tsx';
import { speechServerQuery } from './data.ts';
import { SpeechServerForm } from './speech-server-form.tsx';

/** The card with the user's own speech server, or with what is used instead. */
export function SpeechServerCard() {
  const { data, isPending, error, refetch } = useQuery(speechServerQuery);
  const card = useRef<HTMLElement>(null);
  // The button that removes the server disappears with it.
  useKeptFocus(card, JSON.stringify(data?.own));
  return (
    <Card ref={card} tabIndex={-1} aria-labelledby="server-title" className="p-5 outline-none sm:p-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 id="server-title" className="text-lg font-semibold">
          Your speech server
        </h2>
        {data && <InUse state={data} />}
      </div>
      <p className="mt-1 text-sm text-quiet">
        A server that turns speech into text, in many languages: one of your own with speaches, whisper.cpp,
        vLLM or WhisperX, or a service such as OpenAI or Groq. Recordings are sent there unless you choose
        another engine.
      </p>
      {isPending && <Skeleton className="mt-6 h-64" />}
      {error && !data && (
        <div className="mt-6">
          <NotLoaded what="Your speech server" error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {data && <Body state={data} />}
    </Card>
  );
}

function InUse({ state: { own, mayHaveOwn, hasShared } }: { state: SpeechServerState }) {
  if (own && mayHaveOwn) return <Badge tone="good">Your server</Badge>;
  return hasShared ? <Badge tone="brand">This installation’s server</Badge> : <Badge>No server</Badge>;
}

function Body({ state }: { state: SpeechServerState }) {
  const { own, mayHaveOwn, hasShared } = state;
  return (
    <>
      {hasShared && !own && (
        <p className="mt-3 text-sm text-quiet">
          This installation has a speech server for everyone
          {mayHaveOwn && ', which is used until you enter your own'}.
        </p>
      )}
      {mayHaveOwn ? (
        // Saved values take the place of typed ones.
        <SpeechServerForm key={JSON.stringify(own)} state={state} />
      ) : (
        <p className="mt-3 text-sm">This installation does not allow speech servers of your own.</p>
      )}
    </>
  );
}
