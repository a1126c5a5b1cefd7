import { Component, type ReactNode } from 'react';
import { logProblem } from '#web/lib/log.ts';
import { Button } from '#web/ui/button.tsx';

/** Shows a message in place of a page that crashed. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    logProblem('The page crashed.', error);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main
        role="alert"
        className="mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center gap-3 p-6 text-center"
      >
        <h1 className="text-2xl font-semibold">Something went wrong</h1>
        <p className="text-quiet">
          This page stopped working, or a new version of Tapescript has arrived. Your transcripts are safe on
          the server.
        </p>
        <Button className="mt-3" onClick={() => location.reload()}>
          Reload the page
        </Button>
      </main>
    );
  }
}
