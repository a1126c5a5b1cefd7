/** The languages that Whisper knows, and other models with it. */
const LANGUAGES: ReadonlySet<string> = new Set(
  (
    'af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id is it ja jv ka kk km kn ko la lb ln ' +
    'lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo yue zh'
  ).split(' '),
);

/** Names and codes by which Whisper calls a language otherwise than the standards do. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  jw: 'jv',
  iw: 'he',
  in: 'id',
  'haitian creole': 'ht',
  haitian: 'ht',
  myanmar: 'my',
  panjabi: 'pa',
  pushto: 'ps',
  sinhalese: 'si',
  tagalog: 'tl',
  nynorsk: 'nn',
  castilian: 'es',
  valencian: 'ca',
  flemish: 'nl',
  letzeburgesch: 'lb',
  moldavian: 'ro',
  moldovan: 'ro',
  mandarin: 'zh',
  cantonese: 'yue',
};

/** No name and no tag of a language is longer. */
const MAX_NAME = 40;
const TAG = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/;

let byName: ReadonlyMap<string, string> | undefined;

/** A language as a server calls it ('german', 'de', 'de_DE') as its BCP 47 tag; null if it is none. */
export function languageTagOf(said: string | null | undefined): string | null {
  if (!said || said.length > MAX_NAME) return null;
  const name = said.trim().toLowerCase().replaceAll('_', '-');
  byName ??= namesOfLanguages();
  const known = byName.get(name);
  if (known) return known;
  try {
    const [tag = ''] = Intl.getCanonicalLocales(name);
    return TAG.test(tag) && LANGUAGES.has(languageCodeOf(tag)) ? tag : null;
  } catch {
    return null;
  }
}

/** What such servers take for a language: two or three letters, without the region. */
export function languageCodeOf(tag: string): string {
  return tag.split('-')[0] ?? tag;
}

/** Languages by their English names in small letters. */
function namesOfLanguages(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const known = [...LANGUAGES].map((code) => [(names.of(code) ?? code).toLowerCase(), code] as const);
  return new Map([...known, ...Object.entries(OTHER_NAMES)]);
}
