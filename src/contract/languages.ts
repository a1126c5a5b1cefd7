import { z } from 'zod';

/** A language as its BCP 47 tag: 'de', 'pt-BR'. */
export const LanguageTag = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/);

/** A language in which people record and read. */
interface Language {
  /** Its BCP 47 tag, without a region. */
  tag: string;
  isRightToLeft?: true;
  /** Whether its words are written one after the other, without spaces. */
  isUnspaced?: true;
}

/** The languages that today's large speech models understand, as pages and documents list them: the most spoken in recordings first, then by their names. */
export const LANGUAGES: readonly Language[] = [
  ...listed('en es fr de pt it nl ru'),
  { tag: 'zh', isUnspaced: true },
  { tag: 'ja', isUnspaced: true },
  ...listed('ko'),
  { tag: 'ar', isRightToLeft: true },
  ...listed('hi pl tr uk sv af sq am hy as az bn ba eu be bs br bg'),
  { tag: 'my', isUnspaced: true },
  { tag: 'yue', isUnspaced: true },
  ...listed('ca hr cs da et fo fi gl ka el gu ht ha haw'),
  { tag: 'he', isRightToLeft: true },
  ...listed('hu is id jv kn kk'),
  { tag: 'km', isUnspaced: true },
  { tag: 'lo', isUnspaced: true },
  ...listed('la lv ln lt lb mk mg ms ml mt mi mr mn ne no nn oc'),
  { tag: 'ps', isRightToLeft: true },
  { tag: 'fa', isRightToLeft: true },
  ...listed('pa ro sa sr sn'),
  { tag: 'sd', isRightToLeft: true },
  ...listed('si sk sl so su sw tl tg ta tt te'),
  { tag: 'th', isUnspaced: true },
  ...listed('bo tk'),
  { tag: 'ur', isRightToLeft: true },
  ...listed('uz vi cy'),
  { tag: 'yi', isRightToLeft: true },
  ...listed('yo'),
];

/** Further tags of texts that come from elsewhere, such as captions: older ones, and those of the languages of a larger one. */
const OTHERS: readonly Language[] = [
  ...['cmn', 'wuu', 'nan', 'hak'].map((tag): Language => ({ tag, isUnspaced: true })),
  ...'arb arz apc ary acm ajp iw ji prs pes ug ckb dv'
    .split(' ')
    .map((tag): Language => ({ tag, isRightToLeft: true })),
];

const BY_TAG = new Map([...LANGUAGES, ...OTHERS].map((language) => [language.tag, language]));
/** Scripts that say the direction of any language, as in 'az-Arab'. */
const SCRIPTS = /^[^-]+(?:-[^-]{3})*-(?:(arab|hebr|thaa|nkoo|syrc|adlm|rohg)|[^-]{4})(?:-|$)/;
const NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** A language's English name: 'German' for 'de', 'Brazilian Portuguese' for 'pt-BR'; the text itself if it is not a tag. */
export function languageName(tag: string): string {
  try {
    return NAMES.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Whether a text with this BCP 47 tag is written from right to left. */
export function isRightToLeft(tag: string): boolean {
  const script = SCRIPTS.exec(tag.toLowerCase());
  return script ? script[1] !== undefined : BY_TAG.get(mainSubtag(tag))?.isRightToLeft === true;
}

/** Whether a text with this BCP 47 tag is written without spaces between words. */
export function isUnspaced(tag: string): boolean {
  return BY_TAG.get(mainSubtag(tag))?.isUnspaced === true;
}

/** The language of a BCP 47 tag without script and region, in lower case: 'pt' of 'pt-BR'. */
export function mainSubtag(tag: string): string {
  return tag.toLowerCase().split(/[-_]/, 1)[0] ?? '';
}

/** Whether somebody who understands `known` understands `tag`: 'de' includes 'de-AT'. Null: everything, as far as is known. */
export function includesLanguage(known: readonly string[] | null, tag: string): boolean {
  return known === null || known.some((each) => mainSubtag(each) === mainSubtag(tag));
}

function listed(tags: string): Language[] {
  return tags.split(' ').map((tag) => ({ tag }));
}
