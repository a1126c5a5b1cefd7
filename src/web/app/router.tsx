import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Route, Switch, useRoute } from 'wouter';
import { userQuery } from '#web/features/auth/data.ts';
import { SIGN_IN_PATH } from '#web/lib/paths.ts';
import { PageLoading } from '#web/ui/spinner.tsx';
import { loadSignedIn } from './load-pages.ts';
import { Shell } from './shell.tsx';

const LandingPage = lazy(async () => ({ default: (await import('#web/routes/landing.tsx')).LandingPage }));
const SignInPage = lazy(async () => ({ default: (await import('#web/routes/sign-in.tsx')).SignInPage }));
const SharedPage = lazy(async () => ({ default: (await import('#web/routes/shared.tsx')).SharedPage }));
const JoinPage = lazy(async () => ({ default: (await import('#web/routes/join.tsx')).JoinPage }));
const SignedIn = lazy(loadSignedIn);
const NotFoundPage = lazy(async () => ({
  default: (await import('#web/routes/not-found.tsx')).NotFoundPage,
}));

export function Router() {
  const user = useQuery(userQuery);
  const isJoining = useRoute('/join/:token')[0];
  if (user.isPending) return <PageLoading text={isJoining ? 'Checking authentication...' : 'Loading...'} />;
  const signedInUser = user.data ?? null;
  return (
    <Shell user={signedInUser}>
      <Suspense fallback={<PageLoading />}>
        <Switch>
          <Route path={SIGN_IN_PATH}>
            <SignInPage user={signedInUser} />
          </Route>
          <Route path="/join/:token">
            {({ token }) => <JoinPage key={token} token={token} signedIn={signedInUser !== null} />}
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
      </Suspense>
    </Shell>
  );
}
