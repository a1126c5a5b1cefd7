import { expect, it, onTestFinished } from 'vitest';
import { TranscriptId } from '#contract/ids.ts';
import { NodePresence } from '../../events/presence-messages.ts';
import { createOtherNodes } from './other-nodes.ts';
import type { People } from './people.ts';

const NODE = '7d0c0a4e-3f0b-4b5e-9d55-0a7a2f6c1f11';
const OTHER = '0b9de3a1-93a7-4c1c-8f3f-5b1d0f1c2e22';

type Entries = [transcriptId: number, userId: number, at: number | null | 'gone'][];

function setUp() {
  const asked: string[] = [];
  const nodes = createOtherNodes({
    patienceMs: 60_000,
    onChanged: () => undefined,
    ask: (node) => asked.push(node),
  });
  onTestFinished(nodes.close);
  const hear = (number: number, entries: Entries, { isWhole = false, node = NODE } = {}) =>
    nodes.hear(NodePresence.parse({ kind: 'node-presence', node, number, isWhole, entries }));
  const beat = (number: number) => nodes.hearBeat({ kind: 'node-beat', node: NODE, number });
  const people = (id = 1) => {
    const found: People = new Map();
    nodes.addTo(found, TranscriptId.parse(id));
    return [...found].map(([userId, segmentId]) => `${userId} ${segmentId ?? '-'}`);
  };
  return { asked, hear, beat, people };
}

it('takes who comes, moves and leaves', () => {
  const { asked, hear, people } = setUp();
  hear(
    1,
    [
      [1, 5, null],
      [1, 6, 70],
    ],
    { isWhole: true },
  );
  hear(2, [
    [1, 5, 71],
    [2, 7, null],
  ]);
  expect([people(1), people(2)]).toEqual([['5 71', '6 70'], ['7 -']]);
  hear(3, [
    [1, 6, 'gone'],
    [2, 7, 'gone'],
  ]);
  expect([people(1), people(2)]).toEqual([['5 71'], []]);
  expect(asked).toEqual([]);
});

it('asks for everything once after a missed message, again with each beat, and takes nothing else until it comes', () => {
  const { asked, hear, beat, people } = setUp();
  hear(1, [[1, 5, null]], { isWhole: true });
  hear(3, [[1, 6, null]]);
  hear(4, [[1, 7, null]]);
  expect(asked).toEqual([NODE]);
  expect(people()).toEqual(['5 -']);
  beat(4);
  expect(asked).toEqual([NODE, NODE]);
  hear(5, [[1, 6, null]], { isWhole: true });
  hear(6, [[1, 7, null]]);
  beat(6);
  expect(people()).toEqual(['6 -', '7 -']);
  expect(asked).toHaveLength(2);
});

it('asks a node of which it hears for the first time', () => {
  const { asked, beat } = setUp();
  beat(12);
  expect(asked).toEqual([NODE]);
});

it('counts a person at two nodes once, with the passage that is written', () => {
  const { hear, people } = setUp();
  hear(1, [[1, 5, 70]], { isWhole: true });
  hear(1, [[1, 5, null]], { isWhole: true, node: OTHER });
  expect(people()).toEqual(['5 70']);
});
