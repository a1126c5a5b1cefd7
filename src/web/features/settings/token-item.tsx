import { useMutation } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { AccessToken } from '#contract/tokens.ts';
import { formatDateTime, shorten } from '#web/lib/format.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { showFailure } from '#web/ui/show-failure.ts';
import { revokeTokenMutation } from './data.ts';
import { endOf } from './token-facts.ts';

/** The beginning of a program's User-Agent says which it is. */
const MAX_PROGRAM_LENGTH = 60;

/** A token in the list: what it may do, when it was last used and by whom, and how it is revoked. */
export function TokenItem({ token }: { token: AccessToken }) {
  const { id, name, ending, scopes, project } = token;
  const [isAsking, setAsking] = useState(false);
  const revoke = useMutation({
    ...revokeTokenMutation,
    onError: (error) => showFailure(error, 'The token could not be revoked.'),
  });
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-56 space-y-1 text-sm text-quiet">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span dir="auto" className="text-base font-medium text-ink wrap-anywhere">
            {name}
          </span>
          <span className="font-mono text-xs">tps_…{ending}</span>
          <End token={token} />
        </p>
        <p className="wrap-anywhere">
          {scopes.join(', ')}
          {project && (
            <>
              {' · only the project '}
              <bdi className="text-ink">{project.name}</bdi>
            </>
          )}
        </p>
        <LastUse token={token} />
      </div>
      <Button
        variant="ghost"
        size="sm"
        className="text-danger-ink!"
        aria-label={`Revoke ${name}`}
        isIdle={revoke.isPending}
        onClick={() => setAsking(true)}
      >
        Revoke
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Revoke this token?"
        description={`Programs that use “${name}” are refused at once. This cannot be undone.`}
        action="Revoke token"
        onConfirm={() => revoke.mutate(id)}
      />
    </li>
  );
}

function End({ token }: { token: AccessToken }) {
  const { text, isNear } = endOf(token, Date.now());
  const exact = <span title={formatDateTime(token.expiresAt)}>{text}</span>;
  if (!isNear) return <span className="text-xs">{exact}</span>;
  return (
    <Badge tone={token.hasExpired ? 'bad' : 'warn'}>
      <TriangleAlert aria-hidden="true" />
      {exact}
    </Badge>
  );
}

function LastUse({ token: { lastUse, createdAt } }: { token: AccessToken }) {
  if (!lastUse) {
    return (
      <p>
        Created <Ago iso={createdAt} />, never used
      </p>
    );
  }
  const { at, address, program } = lastUse;
  return (
    <p className="wrap-anywhere">
      Used <Ago iso={at} /> from <bdi>{address}</bdi>
      {program && (
        <>
          {' by '}
          <bdi title={program}>{shorten(program, MAX_PROGRAM_LENGTH)}</bdi>
        </>
      )}
    </p>
  );
}
