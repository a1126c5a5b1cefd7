import { text } from 'node:stream/consumers';
import type { Innertube } from 'youtubei.js';
import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from '../../app-error.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';

/** Access to YouTube; all requests go through our own fetching. */
export interface Site {
  /** youtubei.js, loaded on first use (half a second, 50 MB). */
  open(): Promise<Innertube>;
  /** Another file of YouTube or its media servers. Rejects with an AppError. */
  read(address: string, signal: AbortSignal): Promise<string>;
}

const LIMITS = { maxBytes: 20_000_000, totalMs: 20_000 };
/** Hosts that YOUTUBE_BASE_URL replaces. */
const SITE_HOSTS = /(^|\.)(youtube\.com|youtubei\.googleapis\.com)$/;

/** Creates a client of YouTube's internal API, which connects at the first call. */
export function createSite(outbound: Outbound, baseUrl: string | undefined): Site {
  let opening: Promise<Innertube> | undefined;
  const open = async () => {
    const { Innertube, Log, Parser } = await import('youtubei.js');
    // It logs every unknown part of a page to the console; we validate what we need ourselves.
    Log.setLevel(Log.Level.NONE);
    Parser.setParserErrorHandler(() => undefined);
    return Innertube.create({
      fetch: (input, init) => fetchForLibrary(outbound, baseUrl, input, init),
      retrieve_player: false,
      generate_session_locally: true,
      retrieve_innertube_config: false,
      enable_session_cache: false,
    });
  };
  return {
    open: () => {
      opening ??= open();
      return opening;
    },
    read: async (address, signal) => {
      try {
        const { status, body } = await outbound.fetch(onBase(address, baseUrl), { ...LIMITS, signal });
        const content = await text(body);
        if (status === 429) throw new AppError('video_rate_limited');
        if (status !== 200) throw new AppError('video_download_failed', { cause: `status ${status}` });
        return content;
      } catch (error) {
        throw siteFailure(error);
      }
    },
  };
}

/** Responds like fetch, with our limits; statuses that mean something to us become AppErrors, which the library passes on. */
async function fetchForLibrary(
  outbound: Outbound,
  baseUrl: string | undefined,
  input: Request | URL | string,
  init: RequestInit | undefined,
): Promise<Response> {
  const asked = input instanceof Request ? input : undefined;
  const address = onBase(asked?.url ?? String(input), baseUrl);
  const method = init?.method ?? asked?.method ?? 'GET';
  try {
    const { status, headers, body } = await outbound.fetch(address, {
      ...LIMITS,
      method: method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(init?.headers ?? asked?.headers)),
      ...(typeof init?.body === 'string' ? { body: init.body } : {}),
    });
    const content = await text(body);
    if (status === 429) throw new AppError('video_rate_limited');
    return new Response(content, {
      status: status < 200 || status > 599 ? 502 : status,
      headers: { 'content-type': headers.get('content-type') ?? '' },
    });
  } catch (error) {
    throw siteFailure(error);
  }
}

function onBase(address: string, baseUrl: string | undefined): string {
  if (baseUrl === undefined || !URL.canParse(address)) return address;
  const { hostname, pathname, search } = new URL(address);
  return SITE_HOSTS.test(hostname) ? `${baseUrl}${pathname}${search}` : address;
}

/** Maps a failure to reach YouTube to its error; returns other errors unchanged. */
export function siteFailure(error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error;
  const code: ErrorCode = error.failure === 'timeout' ? 'video_timeout' : 'video_download_failed';
  return new AppError(code, { cause: error });
}
