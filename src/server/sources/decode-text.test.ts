import { expect, it } from 'vitest';
import { encodeText } from '#tests/support/encode-text.ts';
import { decodeText } from './decode-text.ts';

const RUSSIAN = 'Старый маяк сто лет стоял на скале над заливом, и каждый вечер сторож зажигал лампу.';
const FRENCH = 'Le vieux phare éclairait la baie depuis cent années — c’était à côté de la forêt.';
const POLISH =
  'Stara latarnia morska stała przez sto lat na skale, a latarnik zapalał światło i liczył łodzie.';
const CHINESE = '这座古老的灯塔在海湾上方的岩石上矗立了一百年，每天晚上看守人都会点亮灯，数过往的船只。';
const TRADITIONAL = '這座古老的燈塔在海灣上方的岩石上矗立了一百年，每天晚上看守人都會點亮燈，數過往的船隻。';
const JAPANESE = '古い灯台は百年のあいだ湾の上の岩に立っていた。毎晩、番人が灯りをともし、船を数えた。';
const KOREAN = '오래된 등대는 백 년 동안 바위에 서 있었다. 매일 저녁 등대지기는 불을 켜고 배를 세었다.';

const decode = (bytes: Uint8Array, header = '', declared?: string) =>
  decodeText(bytes, { contentType: header && `text/html; charset=${header}`, declared });

it.each([
  ['windows-1251', RUSSIAN],
  ['koi8-r', RUSSIAN],
  ['windows-1251', RUSSIAN.toUpperCase()],
  ['windows-1254', 'Eski deniz feneri yüz yıl boyunca kayada durdu ve her akşam bekçi ışığı yaktı.'],
  ['windows-1252', 'Gamli vitinn stóð hundrað ár á klettinum, og það var gott að sjá ljósið þar.'],
  ['windows-1252', FRENCH],
  ['windows-1250', POLISH],
  ['gbk', CHINESE],
  ['big5', TRADITIONAL],
  ['shift_jis', JAPANESE],
  ['euc-jp', JAPANESE],
  ['euc-kr', KOREAN],
  ['windows-1253', 'Ο παλιός φάρος στεκόταν εκατό χρόνια στον βράχο πάνω από τον κόλπο.'],
  ['windows-1255', 'המגדלור הישן עמד על הסלע שמעל המפרץ במשך מאה שנים.'],
  ['windows-1256', 'كانت المنارة القديمة تقف على الصخرة فوق الخليج منذ مئة عام.'],
])('reads a text in %s, whether that is declared, is not, or is declared as UTF-8', (encoding, text) => {
  const bytes = encodeText(text, encoding);
  for (const [header, declared] of [
    [encoding, undefined],
    ['', encoding],
    ['nonsense', encoding],
    ['utf-8', encoding],
    [encoding, 'utf-8'],
    ['', undefined],
    ['utf-8', undefined],
    ['utf-8', 'utf-8'],
    ['utf-16', 'nonsense'],
  ] as const) {
    expect(decode(bytes, header, declared), `${header} ${declared}`).toBe(text);
  }
});

it('believes its characters more than what a server says of all its texts', () => {
  for (const [encoding, text] of [
    ['windows-1251', RUSSIAN],
    ['gbk', CHINESE],
    ['shift_jis', JAPANESE],
    ['windows-1250', POLISH],
  ] as const) {
    const bytes = encodeText(text, encoding);
    expect(decode(bytes, 'iso-8859-1', encoding)).toBe(text);
    expect(decode(bytes, encoding, 'iso-8859-1')).toBe(text);
  }
  expect(decode(encodeText(RUSSIAN, 'windows-1251'), 'iso-8859-1')).toBe(RUSSIAN);
  expect(decode(encodeText(FRENCH.repeat(4), 'windows-1252'), 'windows-1251')).toBe(FRENCH.repeat(4));
});

it.each([
  'Invitation à la danse',
  '10 £, 5 m³, 20 °C, ½ l, 3 ¥',
  '©\u00a02024 The\u00a0Mill\u00a0®, \u00a0\u00a0 “all” rights',
  'É',
  'Größe',
])('reads the few characters of %j as Windows-1252 if nothing is declared', (text) => {
  expect(decode(encodeText(text, 'windows-1252'))).toBe(text);
});

it('believes a declaration that its characters do not contradict', () => {
  expect(decode(encodeText('Þórð', 'windows-1252'), 'iso-8859-1')).toBe('Þórð');
  expect(decode(Buffer.from([0xa4]), 'iso-8859-15')).toBe('€');
  expect(decode(Buffer.from('café'), 'iso-8859-1')).toBe('café');
  // This word is also valid in UTF-8.
  expect(decode(encodeText('짜장', 'euc-kr'), 'euc-kr')).toBe('짜장');
  expect(decode(Buffer.from('\u001b$B4A;z\u001b(B', 'latin1'), 'iso-2022-jp')).toBe('漢字');
});

it.each([RUSSIAN, FRENCH, CHINESE, KOREAN, 'plain'])('reads %j in UTF-8, whatever is declared', (text) => {
  for (const declared of [
    '',
    'utf-8',
    'iso-8859-1',
    'windows-1251',
    'gbk',
    'shift_jis',
    'utf-16',
    'nonsense',
  ]) {
    expect(decode(Buffer.from(text), declared, declared), declared).toBe(text);
  }
});

it('reads UTF-8 with a broken character, or one that is cut off', () => {
  const bytes = Buffer.from(`${FRENCH} ${RUSSIAN}`);
  expect(decode(bytes.subarray(0, -2))).toContain('ламп');
  expect(decode(Buffer.concat([bytes, Buffer.from([0x93])]), 'iso-8859-1')).toBe(
    `${FRENCH} ${RUSSIAN}\ufffd`,
  );
});

it('reads UTF-16 by its mark, by the first sign of XML, or as declared', () => {
  const little = Buffer.from('<p>Маяк</p>', 'utf16le');
  const big = Buffer.from(little).swap16();
  expect(decode(Buffer.concat([Buffer.from([0xff, 0xfe]), little]), 'utf-8')).toBe('<p>Маяк</p>');
  expect(decode(Buffer.concat([Buffer.from([0xfe, 0xff]), big]), 'windows-1252')).toBe('<p>Маяк</p>');
  expect([decode(little), decode(big)]).toEqual(['<p>Маяк</p>', '<p>Маяк</p>']);
  expect(decode(little.subarray(2), 'utf-16le')).toBe('p>Маяк</p>');
});
