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

/** What a page will show and ask for, by its address. */
export interface Arrival {
  /** HTML links to the files that the page needs, and to the data that it asks for first. */
  links: string;
  /** The text that the page shows from its beginning; null if it shows none, or begins elsewhere in it. The caller's rights are not checked. */
  text: ShownText | null;
}

/** A text, and on which page it is shown: in one's own workspace, on the transcript's page or on that of a public link. */
export type ShownText = { on: 'workspace' | 'room'; id: TranscriptId } | { on: 'shared'; shareId: ShareId };

/**
 * Reads which files each page needs that people arrive at (written by the build, src/web/vite-chunks.ts), and returns a function that tells what
 * the page at an address will ask for. The browser fetches that at once, and not after the script that asks for it has arrived and run: two or
 * three round trips less.
 */
export async function readArrivals(folder: string): Promise<(url: string, hasSession: boolean) => Arrival> {
  const files: Partial<Record<ArrivalPage, string[]>> = await readFile(join(folder, 'arrivals.json'), 'utf8')
    .then(JSON.parse)
    .catch(() => ({}));
  return (url, hasSession) => {
    const address = URL.parse(url, BASE);
    const page = address && arrivalPage(address.pathname, hasSession);
    if (!page) return { links: '', text: null };
    const text = shownAt(page, address);
    const links = [...(files[page] ?? []).map(fileLink), ...firstData(page, text).map(dataLink)].join('');
    return { links, text: address.searchParams.has('t') ? null : text };
  };
}

function fileLink(file: string): string {
  return file.endsWith('.css')
    ? `<link rel="preload" as="style" fetchpriority="low" crossorigin href="/${file}">`
    : `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`;
}

function dataLink(path: string): string {
  return `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${path}">`;
}

/** The addresses that a page asks for whatever else it does. They need no escaping: what comes from the address of the page was checked. */
function firstData(page: ArrivalPage, text: ShownText | null): string[] {
  return [...(page === 'signed-in' ? [getCurrentUser.path] : []), ...(text ? [pathOf(text)] : [])];
}

function pathOf(shown: ShownText): string {
  return shown.on === 'shared'
    ? filledPath(getSharedTranscript.path, { shareId: shown.shareId })
    : filledPath(getTranscript.path, { id: shown.id });
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
