import { describe, expect, it } from 'vitest';
import { checkDraft } from '#domain/citations.ts';
import { languageOf } from '#domain/languages.ts';
import { makePassages } from '#domain/passages.ts';
import { indexTranscriptPassages } from '#domain/source-index.ts';
import { checkSummary } from '#domain/summary.ts';
import { splitTerms } from '#domain/terms.ts';
import { wordFormsOf } from '#domain/word-forms.ts';
import { transcriptsByLanguage } from '#tests/support/questions.ts';
import { segmentsOf } from '#tests/support/transcripts.ts';
import type { ChatTurn } from '../provider.ts';
import { languageOfSource } from '../source-language.ts';
import { answerByExtraction } from './answer.ts';
import { summarizeByExtraction } from './summary.ts';
import { wholeQuestion } from './whole-questions.ts';

/** By language: a topic of the meeting, and questions for the whole, for what is to be done and for who speaks. */
const EXPECTED: Readonly<Record<string, { topic: string; whole: string; tasks: string; speakers: string }>> =
  {
    ar: {
      topic: 'العبارة',
      whole: 'ما هي أهم النقاط؟',
      tasks: 'ما هي الخطوات التالية؟',
      speakers: 'من يتحدث؟',
    },
    de: {
      topic: 'Brücke',
      whole: 'Worum geht es?',
      tasks: 'Was ist als Nächstes zu tun?',
      speakers: 'Wer spricht hier?',
    },
    es: {
      topic: 'Puente',
      whole: '¿De qué trata la grabación?',
      tasks: '¿Cuáles son los próximos pasos?',
      speakers: '¿Quién habla?',
    },
    fr: {
      topic: 'Pont',
      whole: 'De quoi parle cet enregistrement ?',
      tasks: 'Quelles sont les prochaines étapes ?',
      speakers: 'Qui parle ?',
    },
    it: {
      topic: 'Ponte',
      whole: 'Quali sono i punti principali?',
      tasks: 'Quali sono i prossimi passi?',
      speakers: 'Chi parla?',
    },
    ja: {
      topic: 'フェリー',
      whole: '要点は何ですか？',
      tasks: '次のステップは何ですか？',
      speakers: '誰が話していますか？',
    },
    ko: {
      topic: '여객선',
      whole: '핵심 내용을 요약해 줘',
      tasks: '다음 단계는 무엇입니까?',
      speakers: '누가 말하고 있나요?',
    },
    nl: {
      topic: 'Brug',
      whole: 'Waar gaat het over?',
      tasks: 'Wat zijn de volgende stappen?',
      speakers: 'Wie spreekt er?',
    },
    pt: {
      topic: 'Balsa',
      whole: 'Quais são os pontos principais?',
      tasks: 'Quais são os próximos passos?',
      speakers: 'Quem fala?',
    },
    ru: {
      topic: 'Мост',
      whole: 'О чём идёт речь?',
      tasks: 'Что нужно сделать дальше?',
      speakers: 'Кто говорит?',
    },
    sv: {
      topic: 'Färjan',
      whole: 'Vad handlar det om?',
      tasks: 'Vad är nästa steg?',
      speakers: 'Vem talar?',
    },
    zh: { topic: '渡轮', whole: '主要内容是什么？', tasks: '下一步要做什么？', speakers: '谁在说话？' },
  };

describe.each([...transcriptsByLanguage()])(
  'without a key, in %s',
  (language, { title, lines, questions }) => {
    const passages = makePassages(segmentsOf(lines));
    const index = indexTranscriptPassages(passages);
    const source = { title, language, passages };
    const summary = checkSummary(index, summarizeByExtraction(source));
    const expected = EXPECTED[language] ?? { topic: '', whole: '', tasks: '', speakers: '' };
    const ask = (question: string) =>
      checkDraft(
        index,
        answerByExtraction({ question, sources: [{ kind: 'transcript', ...source }], history: [] }),
      ).text;
    /** The line that gives somebody a task. */
    const task = lines.find(({ startMs }) => startMs === 62_000)?.text ?? '';

    it('a summary names the task and topics, and has only what was said', () => {
      expect(summary.actionableInsights.join(' ')).toContain(task.split(/[.。]/)[0]);
      expect(summary.mainTopics.join(' ')).toContain(expected.topic);
      const { isStopWord } = wordFormsOf(languageOf(language));
      for (const topic of summary.mainTopics)
        expect(
          splitTerms(topic).every(({ word }) => isStopWord(word)),
          topic,
        ).toBe(false);
      expect(summary.keyPoints.length).toBeGreaterThan(0);
      expect(summary.importantQuotes.length).toBeGreaterThan(0);
      const said = passages.map(({ text }) => text).join(' ');
      for (const { text } of summary.importantQuotes) expect(said).toContain(text);
    });

    it.each(questions)('an answer to $question quotes the passage', ({ question, answersMs }) => {
      const answer = lines.find(({ startMs }) => startMs === answersMs[0])?.text ?? '';
      expect(ask(question)).toContain(answer.slice(0, 20));
    });

    it('tells its language without a tag', () => {
      expect(languageOfSource({ title, passages })).toBe(language);
      expect(summarizeByExtraction({ title, passages })).toEqual(summarizeByExtraction(source));
    });

    it('knows questions about the whole, and answers them', () => {
      expect(wholeQuestion(expected.whole, 'transcript')).toBe('overview');
      expect(wholeQuestion(expected.tasks, 'transcript')).toBe('actions');
      expect(wholeQuestion(expected.speakers, 'transcript')).toBe('speakers');
      expect(ask(expected.tasks)).toContain(task.slice(0, 12));
      expect(ask(expected.whole)).toContain('say most about');
    });

    it('does not take a question about something for one about the whole', () => {
      expect(wholeQuestion(title, 'transcript')).toBeNull();
    });
  },
);

describe('without a key, in a language whose words we do not know', () => {
  const lines = [
    'Hyvää iltaa kaikille, puhumme tänään uudesta sillasta saarelle.',
    'Silta maksaisi noin neljäkymmentä miljoonaa euroa, ja valtio maksaa siitä puolet.',
    'Vanha lautta on kulkenut vuodesta 1974 ja rikkoutui viime talvena kolme kertaa.',
    'Sairasautot odottavat silloin tunnin satamassa, ja se on vaarallista.',
  ];
  const passages = makePassages(segmentsOf(lines.map((text) => ({ speaker: 'Aino', text }))));
  const index = indexTranscriptPassages(passages);
  const sourceIn = (language: string | null) => ({ title: '', language, passages });
  const note = (name: string) => `I do not know the words of ${name}, so I go only by how often they occur`;
  const ask = (language: string | null, history: ChatTurn[] = []) => {
    const sources = [{ kind: 'transcript' as const, ...sourceIn(language) }];
    return checkDraft(index, answerByExtraction({ question: 'silta', sources, history })).text;
  };

  it.each([
    ['fi', 'Finnish'],
    [null, 'this language'],
  ])('the summary says so in one sentence, with what was said: %s', (tag, name) => {
    const { quickSummary, actionableInsights } = checkSummary(index, summarizeByExtraction(sourceIn(tag)));
    expect(quickSummary.startsWith(note(name))).toBe(true);
    expect(lines.some((line) => quickSummary.includes(line))).toBe(true);
    expect(actionableInsights).toEqual([]);
  });

  it('the first answer of a conversation says so, and finds words as they are written', () => {
    const answer = ask('fi');
    expect(answer).toContain(note('Finnish'));
    expect(answer).toContain('Silta maksaisi');
    expect(ask('fi', [{ role: 'assistant', text: answer }])).not.toContain('I do not know');
  });

  it('says nothing of the kind about English, or a text without words', () => {
    expect(ask('en')).not.toContain('I do not know');
    expect(summarizeByExtraction({ title: '', language: 'fi', passages: [] }).quickSummary).toEqual([]);
  });
});
