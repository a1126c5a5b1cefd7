/** A web address on the usual port; the scheme may be missing. Nobody's name may stand before the host. */
const ADDRESS =
  /^(?:https?:\/\/)?(?<host>[a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::(?:80|443))?(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?(?:#.*)?$/i;
/** What is written between the marks and letters that cannot be part of an address. */
const PIECES = /[!#-&*-;=?-Z_a-z~]+/g;
/** Words and marks around an address within a piece: 'see:https://...', '**https://...**'. */
const BEFORE = /^[^/.?=@&]*?(?=https?:\/\/)|^[*_~:,;.!]+/i;
const AFTER = '*~.,;:!?&';

/** The hosts of the video site, without what may come first. */
const SITES: ReadonlySet<string> = new Set([
  'youtube.com',
  'youtube-nocookie.com',
  'youtubekids.com',
  'youtu.be',
]);
const SUBDOMAIN = /^(?:www|m|music|gaming)\./;
const STUDIO = 'studio.youtube.com';

/** Pages that lead to the address in one of their parameters. */
const REDIRECTS: readonly { host: RegExp; path: RegExp; parameters: readonly string[] }[] = [
  { host: /^(?:www\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?$/, path: /^\/url$/, parameters: ['q', 'url'] },
  {
    host: /^consent\.(?:youtube\.com|google\.[a-z]{2,3}(?:\.[a-z]{2})?)$/,
    path: /^/,
    parameters: ['continue'],
  },
  { host: /^accounts\.(?:google|youtube)\.com$/, path: /^/, parameters: ['continue', 'followup', 'next'] },
  { host: /^(?:www\.|m\.)?youtube\.com$/, path: /^\/attribution_link$/, parameters: ['u'] },
  { host: /^(?:www\.|m\.)?youtube\.com$/, path: /^\/(?:redirect|signin)$/, parameters: ['q', 'next'] },
  { host: /^(?:www\.)?youtube\.com$/, path: /^\/oembed$/, parameters: ['url'] },
  { host: /^(?:l|lm)\.(?:facebook|instagram)\.com$/, path: /^\/(?:l\.php)?$/, parameters: ['u'] },
  { host: /^(?:www\.)?duckduckgo\.com$/, path: /^\/l$/, parameters: ['uddg'] },
];
/** A page of consent may lead to a redirect, and that to another. */
const MAX_REDIRECTS = 4;

const ID = /^[A-Za-z0-9_-]{11}$/;
/** These have the length of a video id, but stand for a playlist and a channel's live stream. */
const NO_IDS: ReadonlySet<string> = new Set(['videoseries', 'live_stream']);

/**
 * The id of the video that a link leads to (watch, short link, shorts, live, embed, studio), also within a text, in Markdown or behind a
 * page that redirects to it; of several links the first. Null if there is none, as for playlists and channels.
 */
export function videoIdOf(text: string): string | null {
  for (const [piece] of text.matchAll(PIECES)) {
    const id = idBehind(withoutMarks(piece.replace(BEFORE, '')), MAX_REDIRECTS);
    if (id !== null) return id;
  }
  return null;
}

/** The canonical address of a video. */
export function videoUrl(id: string): string {
  return `https://www.youtube.com/watch?v=${id}`;
}

/** The title of a transcript until the video's own title is known. */
export function placeholderTitle(id: string): string {
  return `YouTube video ${id}`;
}

function withoutMarks(piece: string): string {
  let end = piece.length;
  while (end > 0 && AFTER.includes(piece.charAt(end - 1))) end -= 1;
  return piece.slice(0, end);
}

interface Address {
  host: string;
  /** The parts of its path that are not empty. */
  path: readonly string[];
  query: string;
}

function idBehind(link: string, redirects: number): string | null {
  const address = readAddress(link);
  if (address === null) return null;
  const target = redirects > 0 ? targetOf(address) : null;
  return target === null ? idAt(address) : idBehind(target, redirects - 1);
}

function readAddress(link: string): Address | null {
  const { host, path = '/', query = '' } = ADDRESS.exec(link)?.groups ?? {};
  if (host === undefined) return null;
  // Some write '&' instead of '?': 'youtu.be/ID&t=10'.
  const parts = path.split('&', 1)[0]?.split('/') ?? [];
  return { host: host.toLowerCase(), path: parts.filter((part) => part !== ''), query };
}

function targetOf({ host, path, query }: Address): string | null {
  const whole = `/${path.join('/')}`;
  const found = REDIRECTS.find((redirect) => redirect.host.test(host) && redirect.path.test(whole));
  const value = found?.parameters.map((name) => parameter(query, name)).find((given) => given !== '');
  if (value === undefined) return null;
  const target = decoded(value);
  return /^\/(?!\/)/.test(target) ? `${host.replace(/^.*(?=youtube\.com$)/, 'www.')}${target}` : target;
}

function idAt({ host, path: [first = '', second = '', ...rest], query }: Address): string | null {
  if (host === STUDIO) return /^video$/i.test(first) ? checkedId(second) : null;
  const site = host.replace(SUBDOMAIN, '');
  if (!SITES.has(site) || rest.length > 0) return null;
  if (/^(?:shorts|live|embed|v|e)$/i.test(first) && second !== '') return checkedId(second);
  if (/^(?:watch|watch_popup|live_chat)$/i.test(first)) {
    return checkedId(second === '' ? parameter(query, 'v').replace(/\?.*/, '') : second);
  }
  return site === 'youtu.be' && second === '' ? checkedId(first) : null;
}

function checkedId(text: string): string | null {
  return ID.test(text) && !NO_IDS.has(text) ? text : null;
}

/** A query's parameter, undecoded; '' if it is missing. */
function parameter(query: string, name: string): string {
  // '&amp;' if it was copied from a page's source.
  const found = query.split(/&(?:amp;)?/).find((pair) => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? '';
}

/** An address from the query of another, where it was encoded once or more. */
function decoded(text: string): string {
  let address = decodedOnce(text);
  for (let times = 0; times < MAX_REDIRECTS && /^[^?]*%/.test(address); times += 1)
    address = decodedOnce(address);
  return address;
}

function decodedOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
