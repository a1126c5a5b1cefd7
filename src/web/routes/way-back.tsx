import { ArrowLeft } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { HOME_PATH, projectPath } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';

/** Leads back from a transcript: home, or to the project if a link there opened this tab. */
export function WayBack({ projectId }: { projectId: number | null }) {
  const [path] = useLocation();
  const project = projectId === null ? null : openedFrom(projectPath(projectId), path);
  return (
    <Button asChild variant="ghost" size="sm" className="-mr-2 -ml-2 px-2! text-quiet">
      <Link href={project ?? HOME_PATH}>
        <ArrowLeft aria-hidden="true" />
        <span className="max-lg:sr-only">{project ? 'Back to Project' : 'Back to Home'}</span>
      </Link>
    </Button>
  );
}

/** The address of the page that opened this tab with the page at `path`, if it is the one at `opener`; null if not. A cited moment opens in a new tab, which has no history. */
function openedFrom(opener: string, path: string): string | null {
  const [loaded] = performance.getEntriesByType('navigation');
  if (!loaded || new URL(loaded.name).pathname !== path || !URL.canParse(document.referrer)) return null;
  const from = new URL(document.referrer);
  return from.origin === location.origin && from.pathname === opener ? from.pathname + from.search : null;
}
