import { useQuery } from '@tanstack/react-query';
import type { InvitationToken } from '#contract/ids.ts';
import { Skeleton } from '#web/ui/spinner.tsx';
import { invitationQuery } from './data.ts';

/** The invitation, shown to a person who has to sign in first. Whether a link is no longer valid is shown after signing in. */
export function InvitationNote({ token, next }: { token: InvitationToken; next: string }) {
  const { data, isPending } = useQuery(invitationQuery(token));
  if (isPending) return <Skeleton className="mt-1 mb-6 h-12" />;
  return (
    <p className="mt-1 mb-6 wrap-anywhere text-quiet">
      {data ? (
        <>
          <bdi>{data.invitedByName}</bdi> invites you to the project{' '}
          <bdi className="font-medium text-ink">{data.projectName}</bdi>. {next}
        </>
      ) : (
        'Sign in to see your invitation to a project.'
      )}
    </p>
  );
}
