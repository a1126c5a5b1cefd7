import { useMutation, useQuery } from '@tanstack/react-query';
import { Clock, LinkIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { InvitationToken } from '#contract/ids.ts';
import type { InvitationOffer } from '#contract/projects.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { PROJECTS_PATH, projectPath } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { showFailure } from '#web/ui/show-failure.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useUnauthorized } from '#web/ui/use-unauthorized.ts';
import { acceptMutation, invitationQuery } from './data.ts';
import { ROLE_MEANS, RoleBadge } from './roles.tsx';

/** An invitation to a project, which can be accepted or declined. */
export function JoinCard({ token }: { token: InvitationToken }) {
  const invitation = useQuery(invitationQuery(token));
  useUnauthorized(invitation.error);
  if (invitation.isPending) return <JoinLoading text="Loading invitation details..." />;
  if (!invitation.data || invitation.isError) {
    return (
      <Refusal icon={<LinkIcon />} title="Invalid Invitation">
        This invitation link is invalid, expired, or has already been used.
      </Refusal>
    );
  }
  if (Date.parse(invitation.data.expiresAt) <= Date.now()) {
    return (
      <Refusal icon={<Clock />} title="Invitation Expired">
        This invitation has expired. Please ask the project owner for a new invitation.
      </Refusal>
    );
  }
  return <Offer token={token} offer={invitation.data} onRefused={() => void invitation.refetch()} />;
}

/** A card with a spinner and a text, shown while there is nothing else to show yet. */
export function JoinLoading({ text }: { text: string }) {
  return (
    <Card role="status" className="flex flex-col items-center gap-3 px-6 py-14 text-quiet">
      <Spinner className="size-8 text-brand-ink" />
      {text}
    </Card>
  );
}

function Refusal(props: { icon: ReactNode; title: string; children: string }) {
  return (
    <Card className="flex flex-col items-center px-6 py-12 text-center">
      <span
        className="grid size-12 place-items-center rounded-2xl bg-sunken text-quiet [&_svg]:size-6"
        aria-hidden="true"
      >
        {props.icon}
      </span>
      <h1 className="mt-4 text-xl font-semibold">{props.title}</h1>
      <p className="mt-1.5 max-w-sm text-quiet">{props.children}</p>
      <Button asChild className="mt-6">
        <Link href={PROJECTS_PATH}>Go to Projects</Link>
      </Button>
    </Card>
  );
}

interface OfferProps {
  token: InvitationToken;
  offer: InvitationOffer;
  onRefused: () => void;
}

function Offer({ token, offer, onRefused }: OfferProps) {
  const [, navigate] = useLocation();
  const accept = useMutation({
    ...acceptMutation,
    onSuccess: ({ projectId }) => {
      toast({ title: 'You have successfully joined the project!' });
      navigate(projectPath(projectId), { replace: true });
    },
    onError: (error) => {
      showFailure(error, 'Failed to join project');
      // It may have expired while the page was open.
      onRefused();
    },
  });
  return (
    <Card className="p-6 sm:p-8">
      <p className="text-sm text-quiet">You are invited to a project</p>
      <h1 dir="auto" className="mt-1 text-2xl font-semibold wrap-anywhere">
        {offer.projectName}
      </h1>
      <p className="mt-1 wrap-anywhere text-quiet">Invited by {offer.invitedByName}</p>
      <dl className="mt-6 space-y-4 border-y py-5">
        <div>
          <dt className="text-sm font-medium text-quiet">Your role</dt>
          <dd className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <RoleBadge role={offer.role} />
            {ROLE_MEANS[offer.role]}
          </dd>
        </div>
        <div>
          <dt className="text-sm font-medium text-quiet">Expires</dt>
          <dd className="mt-1">{formatDateTime(offer.expiresAt)}</dd>
        </div>
      </dl>
      <div className="mt-6 flex flex-wrap gap-2">
        <Button isIdle={accept.isPending} onClick={() => accept.mutate(token)}>
          {accept.isPending && <Spinner className="size-4.5" />}
          {accept.isPending ? 'Joining...' : 'Accept Invitation'}
        </Button>
        <Button asChild variant="outline">
          <Link href={PROJECTS_PATH}>Decline</Link>
        </Button>
      </div>
    </Card>
  );
}
