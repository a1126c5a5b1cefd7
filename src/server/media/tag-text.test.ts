import { expect, it } from 'vitest';
import { encodeText } from '#tests/support/encode-text.ts';
import { readTag } from './tag-text.ts';

/** A tag whose bytes were taken for Latin-1. */
const claimed = (text: string, encoding: string) => encodeText(text, encoding).toString('latin1');

it.each([
  ['windows-1251', 'Утренний разговор о погоде'],
  ['windows-1251', 'Глава первая'],
  ['windows-1251', 'Выпуск 12 – Щербаков (live)'],
  ['koi8-r', 'Утренний разговор о погоде'],
  ['windows-1253', 'Καλημέρα Ελλάδα'],
  ['windows-1256', 'كانت المنارة القديمة'],
  ['windows-874', 'สวัสดีตอนเช้า'],
  ['gbk', '关于天气的谈话'],
  ['gbk', '月亮代表我的心'],
  ['big5', '關於天氣的談話'],
  ['shift_jis', '朝のニュース'],
  ['shift_jis', '天気についての話'],
  ['euc-jp', '朝のニュース'],
  ['euc-kr', '날씨에 대한 이야기'],
  ['windows-1250', 'Příliš žluťoučký kůň'],
])('reads a title in %s that calls itself Latin-1: %s', (encoding, title) => {
  expect(readTag(claimed(title, encoding))).toBe(title);
});

it.each([
  'Café Müller – naïve',
  'Ålesund',
  'Œuvre',
  'É',
  'Ça va',
  'à la carte',
  'FORÊT CÔTE RÊVE',
  'HÔTEL DÉJÀ VU',
  '¿Qué? ¡Él!',
  '« À côté »',
  'Þórð',
  'Sigur Rós – Ágætis byrjun',
  'São João não está',
  'Ærø',
  '20 °C, 5 µm ± 2, 10 £, ½ l',
  '© 2024 Émile®',
  'Don’t stop “it”…',
])('keeps %j, in Latin-1, Windows-1252 or Unicode', (title) => {
  expect(readTag(title)).toBe(title);
  expect(readTag(claimed(title, 'windows-1252'))).toBe(title);
});

it.each(['Müller', 'Утро на реке', '你好'])(
  'reads %j in UTF-8 that was taken for Latin-1 or Windows-1252',
  (title) => {
    const bytes = Buffer.from(title);
    expect(readTag(bytes.toString('latin1'))).toBe(title);
    expect(readTag(new TextDecoder('windows-1252').decode(bytes))).toBe(title);
  },
);

it('reads UTF-8 that was cut off in a character without it', () => {
  expect(readTag(Buffer.from('Утро на реке').subarray(0, -1).toString('latin1'))).toBe('Утро на рек');
});

it.each(['plain', 'Škoda – é', 'Утро', '日本', `${'é'.repeat(3)}日`])('leaves %j as it is', (title) => {
  expect(readTag(title)).toBe(title);
});

it.each([
  ['nothing', ''],
  ['no tag', null],
  ['bytes that were replaced', 'Caf\ufffd'],
  ['a short word that could be in several encodings', claimed('УТРО', 'windows-1251')],
  ['two letters', claimed('Мы', 'windows-1251')],
  ['a name in Chinese', claimed('新闻联播', 'gbk')],
  ['a name in Japanese', claimed('東京', 'shift_jis')],
  ['a name in Chinese of ASCII for a half', claimed('台北', 'big5')],
  ['a word in Korean', claimed('인터뷰', 'euc-kr')],
  ['no text', '\u0081\u008d\u00ff\u00fe'],
])('takes no title from %s', (_, tag) => expect(readTag(tag)).toBeNull());
