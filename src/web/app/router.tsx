import { useQuery } from '@tanstack/react-query';
import { Route, Switch, useRoute } from 'wouter';
import { CONSENT_PATH } from '#contract/mcp.ts';
import { userQuery } from '#web/features/auth/data.ts';
import { lazily } from '#web/lib/lazily.tsx';
import { SIGN_IN_PATH } from '#web/lib/paths.ts';
import { PageLoading } from '#web/ui/spinner.tsx';
import { LandingPage, SharedPage, SignedIn } from './load-pages.tsx';
import { Shell } from './shell.tsx';

const SignInPage = lazily(async () => (await import('#web/routes/sign-in.tsx')).SignInPage, <PageLoading />);
const JoinPage = lazily(async () => (await import('#web/routes/join.tsx')).JoinPage, <PageLoading />);
const ConsentPage = lazily(
  async () => (await import('#web/routes/consent.tsx')).ConsentPage,
  <PageLoading />,
);
const NotFoundPage = lazily(
  async () => (await import('#web/routes/not-found.tsx')).NotFoundPage,
  <PageLoading />,
);

export function Router() {
  const user = useQuery(userQuery);
  const isJoining = useRoute('/join/:token')[0];
  if (user.isPending) return <PageLoading text={isJoining ? 'Checking authentication...' : 'Loading...'} />;
  const signedInUser = user.data ?? null;
  return (
    <Shell user={signedInUser}>
      <Switch>
        <Route path={SIGN_IN_PATH}>
          <SignInPage user={signedInUser} />
        </Route>
        <Route path="/join/:token">
          {({ token }) => <JoinPage key={token} token={token} signedIn={signedInUser !== null} />}
        </Route>
        <Route path={`${CONSENT_PATH}/:uid`}>
          {({ uid }) => <ConsentPage key={uid} uid={uid} user={signedInUser} />}
        </Route>
        <Route path="/share/:shareId">
          {({ shareId }) => <SharedPage key={shareId} shareId={shareId} />}
        </Route>
        {signedInUser ? (
          <Route>
            <SignedIn />
          </Route>
        ) : (
          <Route path="/">
            <LandingPage />
          </Route>
        )}
        <Route>
          <NotFoundPage signedIn={false} />
        </Route>
      </Switch>
    </Shell>
  );
}
