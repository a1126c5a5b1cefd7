import { setTimeout as sleep } from 'node:timers/promises';
import { type FileReply, sendFile } from './file-replies.ts';
import { type Loopback, startLoopback } from './loopback.ts';

export interface PageDouble extends Loopback {
  /** Settings with which the application can reach it. */
  env: Record<string, string>;
  /** Publishes a page or another reply and returns its address. */
  put(path: string, reply: string | PageReply): string;
  /** Forgets all pages and requests. */
  reset(): void;
}

type PageReply =
  | FileReply
  /** Sends the head, then a byte from time to time. */
  | { kind: 'dripping' }
  /** Never replies; calls `asked` when the request arrives. */
  | { kind: 'silent'; asked?: () => void; gone?: () => void };

/** Starts a website on this machine. */
export async function startPageDouble(): Promise<PageDouble> {
  const pages = new Map<string, PageReply>();
  const loopback = await startLoopback(async (request, response) => {
    const reply = pages.get(new URL(request.path, 'http://double.test').pathname);
    if (!reply) return void response.writeHead(404).end('not found');
    if (reply.kind === 'silent') {
      response.once('close', () => reply.gone?.());
      return reply.asked?.();
    }
    if (reply.kind !== 'dripping') return sendFile(request, response, reply);
    response.writeHead(200, { 'content-type': 'text/html' });
    while (!response.destroyed && !response.closed) {
      response.write('<p>');
      await sleep(20);
    }
  });
  return {
    ...loopback,
    env: { OUTBOUND_ALLOW: new URL(loopback.url).host },
    put: (path, reply) => {
      pages.set(path, typeof reply === 'string' ? page(reply) : reply);
      return `${loopback.url}${path}`;
    },
    reset: () => {
      pages.clear();
      loopback.requests.length = 0;
    },
  };
}

/** A page with this content type. */
export function page(html: string | Buffer, type = 'text/html; charset=utf-8'): FileReply {
  return { kind: 'file', bytes: Buffer.from(html), type };
}

/** Different paragraphs of an article. */
export function paragraphs(count: number): string {
  return Array.from(
    { length: count },
    (_, index) =>
      `<p>Paragraph ${index} says what it has to say in a sentence of some length, and then it goes on, with commas, to a second one. That is the second.</p>`,
  ).join('\n');
}

/** An article as a newspaper's site publishes it, with navigation, advertising and the like around it. */
export function newspaperPage({
  title = 'The depth of things',
  body = paragraphs(12),
  head = '',
}: {
  title?: string;
  body?: string;
  head?: string;
} = {}): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} | The Deep Paper</title>
    <meta property="og:site_name" content="The Deep Paper"><meta name="author" content="Ann Author">
    <meta name="description" content="What is below, and why."><meta property="article:published_time" content="2024-03-05T10:00:00+01:00">
    ${head}</head><body><header><nav><a href="/">Home</a> <a href="/login">Log in</a> <a href="/subscribe">Subscribe</a></nav></header>
    <main><article><h1>${title}</h1>${body}</article></main>
    <aside>Most read: something else entirely</aside><footer>Subscribe to our newsletter. Imprint.</footer></body></html>`;
}
