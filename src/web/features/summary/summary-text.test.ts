import { expect, it } from 'vitest';
import { summaryText } from './summary-text.ts';

it('spells citations, quotes speakers, and leaves out what there is none of', () =>
  expect(
    summaryText('Garden talk', {
      duration: 60,
      wordCount: 10,
      tags: ['garden', 'soil'],
      quickSummary: 'They dig. [citation:0:05]',
      keyPoints: ['Soil [citation:61:00]', 'Water'],
      mainTopics: [],
      actionableInsights: [],
      importantQuotes: [{ text: 'Dig deep', speaker: 'Ada', timestamp: '0:05' }, { text: 'Water' }],
      detailedSummary: 'One.\n\nTwo.',
      provider: 'extractive',
      createdAt: '2026-11-21T10:00:00.000Z',
      outdated: false,
    }),
  ).toBe(
    'Garden talk\n\nQuick Summary\nThey dig. (0:05)\n\nKey Points\n- Soil (61:00)\n- Water\n\n' +
      'Important Quotes\n- “Dig deep” (Ada, 0:05)\n- “Water”\n\nDetailed Summary\nOne.\n\nTwo.\n\nTags\ngarden, soil',
  ));
