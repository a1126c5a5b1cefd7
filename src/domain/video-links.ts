/** Hosts of the video site that people copy links from; 'www.', 'm.' and 'music.' may stand before. */
const LINK =
  /^(?:https?:\/\/)?(?:(?:www\.|m\.|music\.)?(?<host>youtube\.com|youtube-nocookie\.com|youtu\.be))(?::(?:80|443))?(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?(?:#.*)?$/i;
const ID = /^[A-Za-z0-9_-]{11}$/;
/** They have the length of an id, but name a list and a channel's stream. */
const NO_IDS: ReadonlySet<string> = new Set(['videoseries', 'live_stream']);

/** The id of the video that a link of the video site leads to (watch, short, shorts, live, embed); null for anything else. */
export function videoIdOf(link: string): string | null {
  const { host = '', path = '/', query = '' } = LINK.exec(link.trim())?.groups ?? {};
  const [first = '', second = '', ...rest] = path.replace(/\/$/, '').split('/').slice(1);
  if (rest.length > 0) return null;
  if (host.toLowerCase() === 'youtu.be') return second === '' ? checkedId(first) : null;
  if (/^(shorts|live|embed|v)$/i.test(first)) return checkedId(second);
  if (/^watch$/i.test(first)) return checkedId(second === '' ? parameter(query, 'v') : second);
  return null;
}

/** The one address that stands for a video. */
export function videoUrl(id: string): string {
  return `https://www.youtube.com/watch?v=${id}`;
}

/** What a transcript is called until the video's own title is known. */
export function placeholderTitle(id: string): string {
  return `YouTube video ${id}`;
}

function checkedId(text: string): string | null {
  return ID.test(text) && !NO_IDS.has(text) ? text : null;
}

function parameter(query: string, name: string): string {
  const found = query.split('&').find((pair) => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? '';
}
