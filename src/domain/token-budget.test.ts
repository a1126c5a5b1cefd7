import tokenizer from 'llama-tokenizer-js';
import { describe, expect, it } from 'vitest';
import { longTalk } from '#tests/support/long-talk.ts';
import { segmentsOf } from '#tests/support/transcripts.ts';
import { makePassages } from './passages.ts';
import { estimateTokens, fitToBudget, passageTokens } from './token-budget.ts';

const SAMPLES = {
  English:
    'If you look at the second page, you will see that the cost of the building went up by almost ten percent during the winter.',
  German:
    'Wir freuen uns sehr, dass Sie heute so zahlreich gekommen sind, um mit uns über die Zukunft unserer Stadt zu sprechen.',
  French:
    'Bonjour à tous et merci d’être venus si nombreux. Nous allons parler de ce que nous avons fait cette année.',
  Polish:
    'Dzień dobry państwu, dziękuję, że przyszliście tak licznie, żeby porozmawiać o przyszłości naszego miasta.',
  Russian: 'Сегодня мы говорим о мосте, который построят через два года. Он будет стоить сорок миллионов.',
  Greek: 'Σήμερα μιλάμε για τη νέα γέφυρα που θα κοστίσει σαράντα εκατομμύρια ευρώ.',
  Chinese: '今天我们讨论新的桥梁，它将花费四千万欧元。渡轮会继续运行，直到桥梁完工为止。',
  Arabic: 'هذا الجسر جديد وسيكلف أربعين مليون يورو، ولن يكون جاهزا قبل العام المقبل.',
  Korean: '오늘은 새로운 다리에 대해 이야기합니다. 비용은 사천만 유로입니다.',
  Thai: 'วันนี้เราพูดถึงสะพานใหม่',
  numbers: 'In 2027 it will cost 40,000,000 euros, up 12.5% from 2,345,678.',
  emoji: '😀🎉👩‍🚀🚀',
};

describe('estimateTokens', () => {
  it.each(Object.entries(SAMPLES))(
    'leaves a margin over what %s really takes, but not a wasteful one',
    (_, text) => {
      const real = tokenizer.encode(text).length;
      expect(estimateTokens(text)).toBeGreaterThan(real * 1.15);
      expect(estimateTokens(text)).toBeLessThan(real * 3);
    },
  );
});

describe('fitToBudget', () => {
  const passages = makePassages(segmentsOf(longTalk({ words: 3000, seed: 2 })));
  const total = passages.reduce((sum, passage) => sum + passageTokens(passage), 0);

  it('takes everything that fits', () => expect(fitToBudget(passages, [], total)).toEqual(passages));

  it('takes the best passages with their neighbors first, in the order of the transcript, and never exceeds the budget', () => {
    const budget = total / 4;
    const chosen = fitToBudget(passages, [40, 20, 3], budget);
    const numbers = chosen.map(({ number }) => number);
    expect(numbers).toEqual([2, 3, 4, 19, 20, 21, 39, 40, 41]);
    const all = fitToBudget(
      passages,
      passages.map(({ number }) => number),
      budget,
    );
    expect(all.reduce((sum, passage) => sum + passageTokens(passage), 0)).toBeLessThanOrEqual(budget);
    expect(all.length).toBeGreaterThan(9);
  });

  it('takes nothing when nothing fits', () => expect(fitToBudget(passages, [1, 2], 5)).toEqual([]));
});
