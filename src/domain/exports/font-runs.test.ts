import { describe, expect, it } from 'vitest';
import { fontRuns } from './font-runs.ts';

const keys = (text: string) => fontRuns(text).map(({ font, text: part }) => `${font}:${part}`);

describe('fontRuns', () => {
  it.each([
    ['Hello, Ünïcödé – Жизнь – Ωμέγα', ['latin:Hello, Ünïcödé – Жизнь – Ωμέγα']],
    ['Hi 会議、です 한국어!', ['latin:Hi ', 'chinese:会議、です ', 'korean:한국어', 'latin:!']],
    ['שלום 12 مرحبا', ['hebrew:שלום', 'latin: 12 ', 'arabic:مرحبا']],
    ['नमस्ते สวัสดี', ['devanagari:नमस्ते ', 'thai:สวัสดี']],
    ['ok 👍🏽 ❤️', ['latin:ok ', 'emoji:👍🏽', 'latin: ', 'emoji:❤️']],
    ['👩‍👩‍👧🇩🇪1️⃣', ['emoji:👩‍👩‍👧🇩🇪1️⃣']],
    ['© 5 ₪ ™ …', ['latin:© 5 ₪ ™ …']],
    ['a → b ★ ♪', ['latin:a ', 'korean:→', 'latin: b ', 'korean:★ ♪']],
    ['e\u0301 ש\u05c1', ['latin:e\u0301 ', 'hebrew:ש\u05c1']],
    ['', []],
  ])('cuts %j into runs that one font can write', (text, runs) => expect(keys(text)).toEqual(runs));
});
