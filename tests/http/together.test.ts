import { describe, expect, it } from 'vitest';
import type { Edit } from '#contract/edits.ts';
import { leftOver } from '#domain/delete-range.ts';
import { type EditingWindow, openEditingWindow } from '#tests/support/editing-window.ts';
import { insertMember, insertProject } from '#tests/support/project-content.ts';
import { rewrite, withTalk } from '#tests/support/talk.ts';

// What two people do in one passage at the same time: the second one's window does not know yet of what the first has done.

const PASSAGES = ['kilo lima mike.', 'alpha bravo charlie delta.', 'echo foxtrot golf.'];
const HERE = 1;

/** Two windows of one transcript whose first passages are those above. */
async function openTwo() {
  const { ann, id, sql, person } = await withTalk();
  const bob = await person('Bob');
  const project = await insertProject(sql, Number(ann.user?.id));
  await insertMember(sql, project, { userId: Number(bob.user?.id), role: 'editor' });
  await sql('update transcripts set project_id = $1 where id = $2', [project, id]);
  for (const [index, text] of PASSAGES.entries()) await rewrite(ann, id, index, text);
  return { first: await openEditingWindow(ann, id), second: await openEditingWindow(bob, id) };
}

/** What people do in a passage, and the words that it adds. */
const DEEDS: Record<string, { does: (window: EditingWindow) => unknown; adds?: string; removes?: string }> = {
  'types at the start': {
    does: ({ queue, at }) => queue.type(at(HERE).id, `Zero ${at(HERE).text}`),
    adds: 'Zero',
  },
  'types at the end': {
    does: ({ queue, at }) => queue.type(at(HERE).id, `${at(HERE).text} Omega.`),
    adds: 'Omega.',
  },
  'corrects a word': {
    does: ({ queue, at }) => queue.type(at(HERE).id, at(HERE).text.replace('charlie', 'Charles')),
    adds: 'Charles',
    removes: 'charlie',
  },
  'splits it': {
    does: ({ queue, at }) =>
      queue.split(at(HERE).id, { before: 'alpha bravo', after: 'charlie delta.', atSeconds: 1 }),
  },
  'splits it elsewhere': {
    does: ({ queue, at }) =>
      queue.split(at(HERE).id, { before: 'alpha bravo charlie', after: 'delta.', atSeconds: 1 }),
  },
  'types, splits it and goes on': {
    does: ({ queue, at }) => {
      const { id } = at(HERE);
      queue.type(id, 'alpha Tango bravo charlie delta.');
      const second = queue.split(id, { before: 'alpha Tango bravo', after: 'charlie delta.', atSeconds: 1 });
      queue.type(second, 'charlie delta. Sierra.');
    },
    adds: 'Tango Sierra.',
  },
  'joins it with the next': { does: ({ queue, at }) => queue.join(at(HERE).id, at(HERE + 1).id) },
  'joins it with the one before': { does: ({ queue, at }) => queue.join(at(HERE - 1).id, at(HERE).id) },
  'joins it with the next and goes on': {
    does: ({ queue, at }) => {
      const [one, other] = [at(HERE), at(HERE + 1)];
      queue.join(one.id, other.id);
      queue.type(one.id, `${one.text} ${other.text} Uniform.`);
    },
    adds: 'Uniform.',
  },
  'replaces a word everywhere': {
    does: ({ command }) => command({ kind: 'replace', query: 'bravo', replacement: 'Barbara' } as Edit),
    adds: 'Barbara',
    removes: 'bravo',
  },
  'sets its times': {
    does: async ({ command, at }) => {
      const { id, revision, start, end } = at(HERE);
      const done = command({ kind: 'times', segment: { id, revision }, start: start + 0.1, end: end - 0.1 });
      // Whoever sees other words or borders than those there are sets no times for them.
      await done.catch((error) => expect(error).toMatchObject({ code: 'edit_conflict' }));
    },
  },
  'says who speaks': {
    does: async ({ command, at }) => {
      const { id, revision } = at(HERE);
      const done = command({ kind: 'speaker', segments: [{ id, revision }], speaker: null });
      // Refused where the passage is part of another one now.
      await done.catch((error) => expect(error).toMatchObject({ code: 'edit_conflict', current: null }));
    },
  },
};

const DELETES: (typeof DEEDS)[string] = {
  does: ({ queue, at }) => {
    const [one, other] = [at(HERE), at(HERE + 1)];
    const [before, after] = ['alpha bravo charlie Papa', 'golf.'];
    const left = leftOver({ before, after }, { isSameSpeaker: false, hasOthers: true, maxLength: 1000 });
    queue.delete({ firstId: one.id, betweenIds: [], lastId: other.id, before, after, left });
    queue.type(one.id, `${before} Quebec`);
  },
};

const wordsOf = (texts: readonly string[]) => texts.join(' ').split(' ').toSorted();

async function inTurn({ first, second }: Awaited<ReturnType<typeof openTwo>>, one: string, other: string) {
  for (const [window, name] of [
    [first, one],
    [second, other],
  ] as const) {
    await DEEDS[name]?.does(window);
    await window.settled();
    expect(window.problems).toEqual([]);
    expect(window.queue.snapshot()).toMatchObject({ conflicts: [], pending: [] });
  }
}

const names = Object.keys(DEEDS);

describe.each(names)('after one %s', (one) => {
  it.each(names.filter((other) => other !== one || !DEEDS[one]?.adds))(
    'and another %s, no word is lost and none is there twice',
    async (other) => {
      const windows = await openTwo();
      const before = windows.first.texts();
      await inTurn(windows, one, other);
      const shown = windows.second.texts();
      await Promise.all([windows.first.refresh(), windows.second.refresh()]);
      // What the second has on screen is what is stored, but for what the first did elsewhere.
      expect(windows.second.texts()).toEqual(windows.first.texts());
      const deeds = [DEEDS[one], DEEDS[other]];
      const removed = new Set(deeds.flatMap((deed) => deed?.removes ?? []));
      const kept = wordsOf(before).filter((word) => !removed.has(word));
      const added = deeds.flatMap((deed) => deed?.adds?.split(' ') ?? []);
      expect(wordsOf(windows.second.texts())).toEqual([...kept, ...added].toSorted());
      expect(wordsOf(shown)).toEqual(
        expect.arrayContaining(added.filter((word) => DEEDS[other]?.adds?.includes(word))),
      );
    },
  );
});

describe.each(names)('a deletion over a border, typed over, and somebody who %s', (name) => {
  it.each(['before', 'after'])('%s: nothing that was written is lost', async (when) => {
    const { first, second } = await openTwo();
    const deeds = [DELETES, DEEDS[name]];
    for (const [window, deed] of [
      [first, deeds[when === 'before' ? 1 : 0]],
      [second, deeds[when === 'before' ? 0 : 1]],
    ] as const) {
      await deed?.does(window);
      await window.settled();
      expect(window.queue.snapshot()).toMatchObject({ conflicts: [], pending: [] });
    }
    await Promise.all([first.refresh(), second.refresh()]);
    expect(second.texts()).toEqual(first.texts());
    const words = wordsOf(second.texts());
    const [deleted, written] = [
      ['delta.', 'echo', 'foxtrot'],
      ['Papa', 'Quebec'],
    ];
    const added = DEEDS[name]?.adds?.split(' ') ?? [];
    const kept = deleted.filter((word) => words.includes(word));
    // Whoever deletes what somebody has just changed is told, and all of it stays.
    const hasKept = second.problems.some((problem) => problem.includes('not deleted'));
    expect(first.problems).toEqual([]);
    expect(kept).toEqual(hasKept ? deleted : kept);
    if (when === 'before' && !hasKept) expect(kept).toEqual([]);
    for (const word of [...written, ...added]) expect(words.filter((each) => each === word)).toEqual([word]);
    expect(words.filter((word) => word === 'alpha')).toEqual(['alpha']);
    expect(words.filter((word) => word === 'golf.')).toEqual(['golf.']);
  });
});

describe('words and borders', () => {
  it.each([
    ['splits it', 'types at the end', ['alpha bravo', 'charlie delta. Omega.', PASSAGES[2]]],
    ['types at the end', 'splits it', ['alpha bravo', 'charlie delta. Omega.', PASSAGES[2]]],
    ['splits it', 'types at the start', ['Zero alpha bravo', 'charlie delta.', PASSAGES[2]]],
    ['splits it', 'corrects a word', ['alpha bravo', 'Charles delta.', PASSAGES[2]]],
    ['splits it', 'splits it elsewhere', ['alpha bravo', 'charlie', 'delta.']],
    ['splits it elsewhere', 'splits it', ['alpha bravo', 'charlie', 'delta.']],
    ['splits it', 'splits it', ['alpha bravo', 'charlie delta.', PASSAGES[2]]],
    ['joins it with the next', 'types at the end', [`${PASSAGES[1]} Omega. ${PASSAGES[2]}`]],
    ['joins it with the one before', 'types at the start', [PASSAGES[2]]],
    ['joins it with the next', 'joins it with the next', [`${PASSAGES[1]} ${PASSAGES[2]}`]],
    ['splits it', 'joins it with the next', ['alpha bravo', `charlie delta. ${PASSAGES[2]}`]],
    ['joins it with the next', 'splits it', ['alpha bravo', `charlie delta. ${PASSAGES[2]}`]],
    [
      'joins it with the next and goes on',
      'types, splits it and goes on',
      ['alpha Tango bravo', `charlie delta. Sierra. ${PASSAGES[2]} Uniform.`],
    ],
  ])('after one %s and another %s, all stand in their places', async (one, other, wanted) => {
    const windows = await openTwo();
    await inTurn(windows, one, other);
    await windows.second.refresh();
    const texts = windows.second.texts();
    expect(texts.slice(HERE, HERE + wanted.length)).toEqual(wanted);
  });

  it('gives the speaker to both halves of a passage that somebody else has split', async () => {
    const windows = await openTwo();
    await inTurn(windows, 'splits it', 'says who speaks');
    await windows.second.refresh();
    const [, one, other, next] = windows.second.shown().map(({ speaker }) => speaker);
    expect(one).toBe('Speaker 3');
    expect(other).toBe('Speaker 3');
    expect(next).not.toBe('Speaker 3');
  });
});
