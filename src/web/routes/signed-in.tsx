import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Route, Switch, useLocation } from 'wouter';
import { userQuery } from '#web/features/auth/data.ts';
import { RecordingBar } from '#web/features/recording/recording-bar.tsx';
import { useKeepQueueGoing } from '#web/features/uploads/queue/page-queue.ts';
import { QueueBar } from '#web/features/uploads/queue/queue-bar.tsx';
import { lazily } from '#web/lib/lazily.tsx';
import { ASK_PATH, HOME_PATH, PROJECTS_PATH, SETTINGS_PATH } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { PageLoading } from '#web/ui/spinner.tsx';
import { Toaster } from '#web/ui/toaster.tsx';
import { TooltipProvider } from '#web/ui/tooltip.tsx';
import { DropAnywhere } from './drop-anywhere.tsx';
import { LibraryPage } from './library.tsx';
import { NeighbourKeys } from './neighbour-transcripts.tsx';
import { NotFoundPage } from './not-found.tsx';
import { PaletteKey } from './palette-key.tsx';
import { TranscriptPage } from './transcript.tsx';
import { RECORDING_TAB, RECORDING_TAB_PATH, UPLOAD_TAB, useInputTab } from './use-input-tab.ts';
import { useLiveUpdates } from './use-live-updates.ts';
import { WorkspacePage } from './workspace.tsx';

const AskPage = lazily(async () => (await import('./ask.tsx')).AskPage, <PageLoading />);
const ProjectsPage = lazily(async () => (await import('./projects.tsx')).ProjectsPage, <PageLoading />);
const ProjectPage = lazily(async () => (await import('./project.tsx')).ProjectPage, <PageLoading />);
const SettingsPage = lazily(async () => (await import('./settings.tsx')).SettingsPage, <PageLoading />);

/** The pages for signed-in users. */
export function SignedIn() {
  useLiveUpdates();
  useKeepQueueGoing(useQuery(userQuery).data?.id, useQueryClient());
  const [path, navigate] = useLocation();
  const [tab, setTab] = useInputTab();
  const isRecorderShown = path === HOME_PATH && tab === RECORDING_TAB;
  return (
    <TooltipProvider>
      {path !== HOME_PATH && (
        <QueueBar>
          <Button asChild variant="outline" size="sm">
            <Link href={HOME_PATH}>Show queue</Link>
          </Button>
        </QueueBar>
      )}
      {!isRecorderShown && <RecordingBar href={RECORDING_TAB_PATH} />}
      <Switch>
        <Route path="/">
          <WorkspacePage />
        </Route>
        <Route path="/library">
          <LibraryPage />
        </Route>
        <Route path={ASK_PATH}>
          <AskPage />
        </Route>
        <Route path={PROJECTS_PATH}>
          <ProjectsPage />
        </Route>
        <Route path="/projects/:id">{({ id }) => <ProjectPage key={id} idText={id} />}</Route>
        <Route path={SETTINGS_PATH}>
          <SettingsPage />
        </Route>
        <Route path="/transcript/:id">{({ id }) => <TranscriptPage key={id} idText={id} />}</Route>
        <Route>
          <NotFoundPage signedIn />
        </Route>
      </Switch>
      <PaletteKey />
      <NeighbourKeys />
      <DropAnywhere
        onDropped={() => {
          if (path === HOME_PATH) setTab(UPLOAD_TAB);
          else navigate(HOME_PATH);
          scrollTo(0, 0);
        }}
      />
      <Toaster />
    </TooltipProvider>
  );
}
