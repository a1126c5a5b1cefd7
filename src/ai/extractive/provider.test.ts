import { describe, expect, it } from 'vitest';
import { checkDraft } from '#domain/citations.ts';
import { makePassages } from '#domain/passages.ts';
import { indexTranscriptPassages } from '#domain/source-index.ts';
import { checkSummary } from '#domain/summary.ts';
import { askedTranscripts, buryInTalk } from '#tests/support/questions.ts';
import { segmentsOf } from '#tests/support/transcripts.ts';
import { describeAnalysisProvider } from '../provider.compliance.ts';
import type { ChatSource, ChatTurn } from '../provider.ts';
import { answerByExtraction, NOTES } from './answer.ts';
import { createExtractiveProvider } from './provider.ts';
import { suggestQuestions } from './suggestions.ts';
import { summarizeByExtraction } from './summary.ts';

const council = askedTranscripts().find(({ title }) => title.includes('Council'));
const passages = makePassages(segmentsOf(council?.lines ?? []));
const index = indexTranscriptPassages(passages);
const source = { title: 'Council', passages };
const sources: ChatSource[] = [{ kind: 'transcript', ...source }];
const answer = (question: string, history: ChatTurn[] = []) =>
  checkDraft(index, answerByExtraction({ question, sources, history }));
const { keyless, ...notes } = NOTES.transcript;
const first = (note: string) => `${keyless} ${note}`;

describeAnalysisProvider(() => createExtractiveProvider());

describe('a summary by extraction', () => {
  const summary = checkSummary(index, summarizeByExtraction(source));

  it('contains only sentences that were said', () => {
    const said = passages.map(({ text }) => text).join(' ');
    for (const text of [summary.quickSummary, ...summary.keyPoints, ...summary.actionableInsights]) {
      for (const sentence of text.split(/ ?\[citation:\d+:\d\d\] ?/)) expect(said).toContain(sentence.trim());
    }
  });

  it('finds the subject and the tasks, and covers the beginning and the end', () => {
    expect(summary.mainTopics.join(' ')).toContain('Bridge');
    expect(summary.actionableInsights.join(' ')).toContain('before the end of June');
    const seconds = summary.citations.map(({ mark }) => (mark.kind === 'moment' ? mark.seconds : 0));
    expect(Math.min(...seconds)).toBeLessThan(30);
    expect(Math.max(...seconds)).toBeGreaterThan(170);
    expect(summary.detailedSummary.split('\n\n').length).toBeGreaterThan(1);
  });

  it('quotes each of several speakers', () => {
    expect(new Set(summary.importantQuotes.map(({ speaker }) => speaker)).size).toBeGreaterThan(2);
  });

  it('does not repeat itself if the recording does', () => {
    const loop = Array.from({ length: 60 }, () => ({
      speaker: 'A',
      text: 'Please hold the line, somebody will be with you shortly.',
    }));
    const looped = makePassages(segmentsOf(loop));
    const { keyPoints, quickSummary } = checkSummary(
      indexTranscriptPassages(looped),
      summarizeByExtraction({ title: '', passages: looped }),
    );
    expect(quickSummary.match(/hold the line/g)).toHaveLength(1);
    expect(keyPoints).toHaveLength(1);
  });
});

describe('an answer by extraction', () => {
  it('quotes the passage with the answer and its time, and says that it only quotes', () => {
    const { text } = answer('Why was the tunnel rejected?');
    expect(text.startsWith(first(notes.quotesOnly))).toBe(true);
    expect(text).toContain('- Okafor: “The tunnel would be the most elegant one');
    expect(text).toContain('[citation:0:38]');
  });

  it.each(['Who won the football world cup in Brazil?', 'xyzzy', '', '???'])(
    'says plainly that %j has no answer',
    (question) => expect(answer(question).text).toBe(first(notes.nothingFound)),
  );

  it('says once per conversation that there is no key, in the first answer', () => {
    const asked = ['xyzzy', 'Why was the tunnel rejected?', 'What is this about?', 'plugh'];
    const history: ChatTurn[] = [];
    for (const question of asked) {
      const { text } = answer(question, history);
      expect(text.includes(keyless), question).toBe(history.length === 0);
      history.push({ role: 'user', text: `${question} ${keyless}` }, { role: 'assistant', text });
    }
  });

  it('quotes what follows if the recording asks the same question', () => {
    expect(answer('Will there be a toll?').text).toContain('No toll.');
  });
});

describe('a question about the whole recording', () => {
  it.each([
    'What are the most important points?',
    'What is this about?',
    'Summarize this.',
    'Give me a short overview, please',
    'What do they talk about?',
    'Can you give me the key takeaways?',
  ])('%j is answered with the most important sentences', (question) => {
    const { text, citations } = answer(question);
    expect(text.startsWith(first(notes.whole))).toBe(true);
    expect(text.toLowerCase()).toContain('bridge');
    expect(citations.length).toBeGreaterThan(2);
  });

  it('about tasks or speakers is answered with the tasks or the speakers', () => {
    const todo = answer('What should be done next?');
    expect(todo.text).toContain('before the end of June');
    const speakers = new Set(passages.map(({ speaker }) => speaker));
    const who = answer('Who is speaking?');
    for (const speaker of speakers) expect(who.text).toContain(`- ${speaker}: “`);
  });

  it('about tasks is answered plainly if nobody mentions any', () => {
    const small = makePassages(segmentsOf([{ speaker: 'A', text: 'The river was green that year.' }]));
    const draft = answerByExtraction({
      question: 'What are the next steps?',
      sources: [{ kind: 'transcript', title: '', passages: small }],
      history: [],
    });
    expect(checkDraft(indexTranscriptPassages(small), draft).text).toBe(first(notes.nothingFound));
  });

  it('is not every question that contains a common word', () => {
    expect(answer('What is the main point about the tunnel?').text.startsWith(first(notes.quotesOnly))).toBe(
      true,
    );
  });
});

describe('suggested questions', () => {
  it('all have an answer', () => {
    for (const { title, lines } of askedTranscripts()) {
      const talk: ChatSource = { kind: 'transcript', title, passages: makePassages(segmentsOf(lines)) };
      for (const question of suggestQuestions([talk])) {
        const draft = answerByExtraction({ question, sources: [talk], history: [] });
        const { text, citations } = checkDraft(indexTranscriptPassages(talk.passages), draft);
        expect(text, `${title}: ${question}`).not.toContain(notes.nothingFound);
        expect(citations.length, `${title}: ${question}`).toBeGreaterThan(0);
      }
    }
  });

  const asked = (...lines: string[]) =>
    suggestQuestions([
      {
        kind: 'transcript',
        title: '',
        passages: makePassages(segmentsOf(lines.map((text) => ({ speaker: '', text })))),
      },
    ]);

  it('are about things, not about adjectives or verbs', () => {
    const questions = asked(
      'Public meetings begin at eight, and the public library opens later.',
      'We asked for public money, for public support and for public transport.',
      'The library decided to wait. The council decided to pay.',
      'The council wants electric buses. Electric vans are cheaper than electric lorries.',
      'Nobody has ever finished, and the library needs a roof.',
    ).join(' ');
    expect(questions).not.toMatch(/about (the )?(public|electric|\w+ed|\w+ decided)\?/);
    expect(questions).toMatch(/about the library\?/);
  });

  it('are at most three, from the transcript itself', () => {
    const questions = suggestQuestions(sources);
    expect(questions.length).toBeGreaterThan(1);
    expect(questions.length).toBeLessThanOrEqual(3);
    expect(questions.join(' ').toLowerCase()).toContain('bridge');
    expect(suggestQuestions([{ kind: 'transcript', title: '', passages: [] }])).toEqual([]);
  });
});

describe('extraction from very long sources', () => {
  it('gives something short if the whole recording is one endless sentence', () => {
    const words = Array.from({ length: 200_000 }, (_, at) => `word${at % 500}`).join(' ');
    const one = makePassages(segmentsOf([{ speaker: 'A', text: words }]));
    const { quickSummary } = checkSummary(
      indexTranscriptPassages(one),
      summarizeByExtraction({ title: '', passages: one }),
    );
    expect(quickSummary.length).toBeLessThan(500);
    const said = checkDraft(
      indexTranscriptPassages(one),
      answerByExtraction({
        question: 'word42',
        sources: [{ kind: 'transcript', title: '', passages: one }],
        history: [],
      }),
    );
    expect(said.text.length).toBeLessThan(1500);
    expect(said.citations).toHaveLength(1);
  });

  it('finds the answer in ten hours of other talk', () => {
    const [transcript] = askedTranscripts().filter(({ title }) => title.includes('glaciers'));
    if (!transcript) throw new Error('No lecture');
    const long = makePassages(buryInTalk(transcript, 90_000).segments);
    const { text } = checkDraft(
      indexTranscriptPassages(long),
      answerByExtraction({
        question: 'Why does glacier ice look blue?',
        sources: [{ kind: 'transcript', title: '', passages: long }],
        history: [],
      }),
    );
    expect(text).toContain('Dense ice swallows the red part of the light');
  });
});
