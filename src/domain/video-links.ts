/** Links of the video site on the hosts that people copy from; 'www.', 'm.' and 'music.' may come first. */
const LINK =
  /^(?:https?:\/\/)?(?:(?:www\.|m\.|music\.)?(?<host>youtube\.com|youtube-nocookie\.com|youtu\.be))(?::(?:80|443))?(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?(?:#.*)?$/i;
const ID = /^[A-Za-z0-9_-]{11}$/;
/** These have the length of a video id, but stand for a playlist and a channel's live stream. */
const NO_IDS: ReadonlySet<string> = new Set(['videoseries', 'live_stream']);

/** The id of the video that a link leads to (watch, short link, shorts, live, embed); null for anything else. */
export function videoIdOf(link: string): string | null {
  const { host = '', path = '/', query = '' } = LINK.exec(link.trim())?.groups ?? {};
  const [first = '', second = '', ...rest] = path.replace(/\/$/, '').split('/').slice(1);
  if (rest.length > 0) return null;
  if (host.toLowerCase() === 'youtu.be') return second === '' ? checkedId(first) : null;
  if (/^(shorts|live|embed|v)$/i.test(first)) return checkedId(second);
  if (/^watch$/i.test(first)) return checkedId(second === '' ? parameter(query, 'v') : second);
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

function checkedId(text: string): string | null {
  return ID.test(text) && !NO_IDS.has(text) ? text : null;
}

function parameter(query: string, name: string): string {
  const found = query.split('&').find((pair) => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? '';
}
