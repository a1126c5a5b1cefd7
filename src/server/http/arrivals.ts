import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ArrivalPage, arrivalPage } from '#contract/arrivals.ts';
import { getCurrentUser } from '#contract/auth.ts';
import { filledPath } from '#contract/endpoint.ts';
import { ShareId, TranscriptId } from '#contract/ids.ts';
import { getSharedTranscript } from '#contract/shares.ts';
import { getTranscript } from '#contract/transcripts.ts';

/** Any origin; only the path and the query count. */
const BASE = 'http://localhost';

/**
 * Reads which files each page needs that people arrive at (written by the build, src/web/vite-chunks.ts), and returns a function that gives the HTML
 * links for the address of a page: to these files, and to the data that the page will ask for first. The browser fetches them at once, and not
 * after the script that asks for them has arrived and run: two or three round trips less.
 */
export async function readArrivals(folder: string): Promise<(url: string, hasSession: boolean) => string> {
  const files: Partial<Record<ArrivalPage, string[]>> = await readFile(join(folder, 'arrivals.json'), 'utf8')
    .then(JSON.parse)
    .catch(() => ({}));
  return (url, hasSession) => {
    const address = URL.parse(url, BASE);
    const page = address && arrivalPage(address.pathname, hasSession);
    if (!page) return '';
    return [
      ...(files[page] ?? []).map(fileLink),
      ...firstData(page, address).map(
        (path) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${path}">`,
      ),
    ].join('');
  };
}

function fileLink(file: string): string {
  return file.endsWith('.css')
    ? `<link rel="preload" as="style" fetchpriority="low" crossorigin href="/${file}">`
    : `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`;
}

/** The addresses that a page asks for whatever else it does. They need no escaping: what comes from the address of the page was checked. */
function firstData(page: ArrivalPage, address: URL): string[] {
  if (page === 'landing') return [];
  const shown = shownAt(page, address);
  const text = shown && pathOf(shown);
  return [...(page === 'signed-in' ? [getCurrentUser.path] : []), ...(text ? [text] : [])];
}

function pathOf(shown: ShownText): string {
  return shown.on === 'shared'
    ? filledPath(getSharedTranscript.path, { shareId: shown.shareId })
    : filledPath(getTranscript.path, { id: shown.id });
}

/** The text that a page shows, and on which page: one's own workspace, the transcript's page or that of a public link. */
export type ShownText = { on: 'workspace' | 'room'; id: TranscriptId } | { on: 'shared'; shareId: ShareId };

/** The text that the page at an address shows, and whether from its beginning; null if it shows none. The caller's rights are not checked. */
export function textShownAt(
  url: string,
  hasSession: boolean,
): { text: ShownText; fromBeginning: boolean } | null {
  const address = URL.parse(url, BASE);
  const page = address && arrivalPage(address.pathname, hasSession);
  const text = page && shownAt(page, address);
  return text && { text, fromBeginning: !address.searchParams.has('t') };
}

function shownAt(page: ArrivalPage, { pathname: path, searchParams }: URL): ShownText | null {
  const last = path.split('/')[2];
  if (page === 'shared') {
    const shareId = ShareId.safeParse(last);
    return shareId.success ? { on: 'shared', shareId: shareId.data } : null;
  }
  if (page !== 'signed-in') return null;
  const isRoom = path.startsWith('/transcript/');
  if (!isRoom && path !== '/') return null;
  const id = TranscriptId.safeParse(isRoom ? last : searchParams.get('transcript'));
  return id.success ? { on: isRoom ? 'room' : 'workspace', id: id.data } : null;
}
