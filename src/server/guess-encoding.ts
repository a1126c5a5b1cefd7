interface Profile {
  encodings: readonly string[];
  /** The characters beyond ASCII that are most frequent in texts of these encodings. */
  frequent: ReadonlySet<string>;
  /** Their share of all such characters in a usual text. */
  share: number;
  /** Where they stand: beside letters of ASCII, in words that have only such characters, or anywhere. */
  place: 'among-ascii' | 'in-words' | 'anywhere';
}

/** How much of the bytes beyond ASCII is looked at. */
const SAMPLE_BYTES = 8000;
/** A text that fits an encoding has about 1. */
export const FITS = 0.4;
/** A declared encoding is believed unless another fits so many times better. */
export const BELIEVED = 2.5;
/** A word or two say too little against a declaration. */
const MANY_BYTES = 24;
/** Of many encodings and languages alike, so they tell nothing: quotation marks, dashes, no-break spaces, signs. */
export const SHARED =
  /[\u00a0\u00a1\u00a7\u00a9\u00ab\u00ae\u00b0\u00b7\u00bb\u00bf\u2010-\u203a\u20ac\u2116\u2122]/;
const BROKEN = /[\u0080-\u009f\ufffd]/;
const PENALTY = 2;

const PROFILES: readonly Profile[] = [
  profile('windows-1252', 'éèàêçâîôûùëïœäöüßñáíóúãõåæøìòðþýÄÖÜÉÀÅØÞ', 0.9, 'among-ascii'),
  // The same but for the Turkish letters, so it does no harm to choose it for another text.
  profile('windows-1254', 'çğıöşüâîİÇŞÖÜ', 0.85, 'among-ascii'),
  profile('windows-1250', 'ąćęłńóśźżáčďéěíňřšťúůýžőűäöüăâîşţŁŚŻŠČŽ', 0.95, 'among-ascii'),
  profile('windows-1251 koi8-u', 'оеаинтсрвлкмдпуяыіОЕАИНТСРВЛКМДПУЯ', 0.8, 'in-words'),
  profile('windows-1253', 'αοιετσνηυρπκλμςίάέόή', 0.85, 'in-words'),
  profile('windows-1255', 'יוהלאתרבשמנד', 0.75, 'in-words'),
  profile('windows-1256', 'اليمنوترهبدسعف', 0.8, 'in-words'),
  profile('windows-874', 'านรอกเงทมยลวดสตะปบคหแ่้ัี', 0.75, 'in-words'),
  profile(
    'shift_jis euc-jp',
    'のにはをたがでてとしれさいるなもかすまっくこあらんりけきだよそうーンスト',
    0.5,
    'anywhere',
  ),
  profile(
    'gb18030 big5',
    '的一是不了在人有我他这這个個们們中来來上大为為和国國地到以说說时時要就出会會可也你对對生能而子那得于於着下自之年过過发發后後作里，。',
    0.3,
    'anywhere',
  ),
  profile(
    'euc-kr',
    '이다는의가에을를은하고한지도로서사기어인있나대자시아그해리정수게들과면',
    0.45,
    'anywhere',
  ),
];

/** Encodings that are part of others. */
const WITHIN: Readonly<Record<string, string>> = { gbk: 'gb18030', 'koi8-r': 'koi8-u' };

/**
 * The encoding of a text that is not UTF-8, by the characters that its languages use most; one of `declared`, in their order of trust,
 * unless another fits much better. Windows-1252 if none fits. Looks at a bounded part of the text.
 */
export function guessEncoding(bytes: Uint8Array, declared: readonly string[]): string {
  const sample = sampleOf(bytes);
  const fits = fitsOf(sample);
  const best = bestOf([...fits.keys()], fits) ?? 'windows-1252';
  const bestFit = fits.get(best) ?? 0;
  const names = declared.map((name) => WITHIN[name] ?? name);
  // Nothing is known about other encodings, so they are believed.
  const said = names.find((name) => !fits.has(name)) ?? bestOf(names, fits);
  if (said === undefined) return bestFit < FITS ? 'windows-1252' : best;
  const isLittle = sample.filter((byte) => byte > 0x7f).length < MANY_BYTES;
  return isLittle || bestFit < FITS || (fits.get(said) ?? bestFit) * BELIEVED >= bestFit ? said : best;
}

/** How well a text fits each of the encodings that are known: about 1 if it is in it. */
export function encodingFits(bytes: Uint8Array): ReadonlyMap<string, number> {
  return fitsOf(sampleOf(bytes));
}

function fitsOf(sample: Uint8Array): ReadonlyMap<string, number> {
  return new Map(
    PROFILES.flatMap((each) => each.encodings.map((name) => [name, fitOf(sample, name, each)] as const)),
  );
}

/** The first of those that fit best. */
function bestOf(names: readonly string[], fits: ReadonlyMap<string, number>): string | undefined {
  const scoreOf = (name: string) => fits.get(name) ?? 0;
  return names.reduce<string | undefined>(
    (best, name) => (best === undefined || scoreOf(name) > scoreOf(best) ? name : best),
    undefined,
  );
}

/** The bytes beyond ASCII and those beside them, which may be a part of the same character. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(SAMPLE_BYTES);
  let size = 0;
  let taken = 0;
  for (let at = 0; at < bytes.length && size + 5 <= SAMPLE_BYTES; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    const start = Math.max(taken, at - 1);
    if (start > taken) {
      sample[size] = 0x20;
      size += 1;
    }
    const part = bytes.subarray(start, at + 3);
    sample.set(part, size);
    size += part.length;
    taken = start + part.length;
  }
  return sample.subarray(0, size);
}

function fitOf(sample: Uint8Array, encoding: string, { frequent, share, place }: Profile): number {
  const text = new TextDecoder(encoding).decode(sample);
  let all = 0;
  let found = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (!isBeyondAscii(char)) continue;
    all += 1;
    if (BROKEN.test(char)) found -= PENALTY;
    else if (frequent.has(char) && isInPlace(text, at, place)) found += 1;
  }
  return all === 0 ? 0 : found / all / share;
}

function isInPlace(text: string, at: number, place: Profile['place']): boolean {
  const before = text.charAt(at - 1);
  const after = text.charAt(at + 1);
  const isBesideLetter = /[a-z]/i.test(before + after);
  if (place === 'among-ascii') return isBesideLetter && !isBeyondAscii(before);
  if (place === 'in-words') {
    const isCapitalWithin = isLower(before) && !isLower(text.charAt(at));
    return !isBesideLetter && !isCapitalWithin && (isBeyondAscii(before) || isBeyondAscii(after));
  }
  return true;
}

function isLower(char: string): boolean {
  return char !== char.toUpperCase();
}

function isBeyondAscii(char: string): boolean {
  return char > '\u007f' && !SHARED.test(char);
}

function profile(encodings: string, frequent: string, share: number, place: Profile['place']): Profile {
  return { encodings: encodings.split(' '), frequent: new Set(frequent), share, place };
}
