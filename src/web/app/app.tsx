import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createQueryClient } from '#web/lib/query-client.ts';
import { leaveForLogin } from '#web/ui/use-unauthorized.ts';
import { AppIcon } from './app-icon.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Router } from './router.tsx';
import { ThemeProvider } from './theme-provider.tsx';

export function App() {
  const [queryClient] = useState(() => createQueryClient(leaveForLogin));
  return (
    <ThemeProvider defaultTheme="light" storageKey="ui-theme">
      <AppIcon />
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <Router />
        </QueryClientProvider>
      </ErrorBoundary>
    </ThemeProvider>
  );
}
