import { describe, expect, it } from 'vitest';
import {
  type Asking,
  askingOf,
  historyOf,
  isKept,
  isNumbered,
  isPending,
  isUnsent,
  lastId,
  pairOf,
  questionOf,
  type ShownMessage,
  withAsking,
  withPair,
  withReturned,
} from './conversation.ts';

const timestamp = '2026-11-21T10:00:00.000Z';
const stored = (id: number, content: string, state: ShownMessage['state'] = 'complete'): ShownMessage => ({
  id,
  role: id % 2 === 1 ? 'user' : 'assistant',
  content,
  timestamp,
  state,
  provider: null,
});
const before = [stored(1, 'Who?'), stored(2, 'Ada.')];
const asking: Asking = { ...askingOf('When?', before), draft: 'In' };
const same = (message: ShownMessage) => message;
const texts = (messages: readonly { content: string }[]) => messages.map(({ content }) => content);

describe('a question that is being answered', () => {
  it('stands at the end, with what is written so far', () => {
    const shown = withAsking(before, asking, same);
    expect(texts(shown)).toEqual(['Who?', 'Ada.', 'When?', 'In']);
    expect(isPending(shown)).toBe(true);
    expect(new Set(shown.map(({ id }) => id)).size).toBe(4);
    expect(shown.map(isUnsent)).toEqual([false, false, true, true]);
  });

  it('is shown once when the server has stored it meanwhile', () =>
    expect(
      texts(withAsking([...before, stored(3, 'When?'), stored(4, '', 'pending')], asking, same)),
    ).toEqual(['Who?', 'Ada.', 'When?', 'In']));

  it('becomes the checked answer', () => {
    const answer = { answer: 'In 1843. [citation:0:05]', state: 'stopped' as const, provider: null };
    const messages = withPair([...before, stored(3, 'When?')], asking, pairOf(asking, answer));
    expect(texts(messages)).toEqual(['Who?', 'Ada.', 'When?', 'In 1843. [citation:0:05]']);
    expect(messages.at(-1)).toMatchObject({ state: 'stopped', timestamp: asking.timestamp });
  });

  it('waits for the number of the answer before it', () => {
    const answer = { answer: 'In 1843.', state: 'complete' as const, provider: null };
    expect(isNumbered(asking)).toBe(true);
    expect(isNumbered(askingOf('Where?', withPair(before, asking, pairOf(asking, answer))))).toBe(false);
  });

  it('is known to be kept or not', () => {
    expect(isKept(before, asking)).toBe(false);
    expect(isKept([...before, stored(3, 'When?')], asking)).toBe(true);
    expect(isKept([...before, stored(3, 'Asked in another window')], asking)).toBe(false);
  });
});

it('sends whole pairs of the last messages along', () => {
  const many = Array.from({ length: 10 }, (_, index) =>
    pairOf(
      { question: `q${index}`, after: index, timestamp },
      { answer: `a${index}`, state: 'complete', provider: null },
    ),
  ).flat();
  const history = historyOf(many);
  expect(history).toHaveLength(12);
  expect([history[0], history.at(-1)]).toEqual([
    { role: 'user', content: 'q4' },
    { role: 'assistant', content: 'a9' },
  ]);
  const silent = pairOf(
    { question: 'q', after: 10, timestamp },
    { answer: '', state: 'stopped', provider: null },
  );
  expect(historyOf([...many, ...silent])).toEqual(history);
  expect([lastId(many), lastId([])]).toEqual([9.5, 0]);
});

it('finds the question of an answer', () => {
  const [question, answer] = before;
  expect(answer && questionOf(before, answer)).toBe('Who?');
  expect(question && questionOf(before, question)).toBeNull();
});

it('puts a question back without losing what was typed meanwhile', () => {
  expect(withReturned('Who?', ' \n')).toBe('Who?');
  expect(withReturned('Who?', 'And when')).toBe('Who?\n\nAnd when');
});
