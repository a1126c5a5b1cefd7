import { sql as query } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { getHistoryEntry, listHistory } from '#contract/edits.ts';
import { ProjectId } from '#contract/ids.ts';
import { searchTranscripts } from '#contract/search.ts';
import { deleteTranscript, updateTranscript } from '#contract/transcripts.ts';
import { sharedApp } from '#tests/support/app.ts';
import { editorOf, refOf } from '#tests/support/editor.ts';
import type { Refused } from '#tests/support/person.ts';
import { insertMember, insertProject } from '#tests/support/project-content.ts';
import { copyTalk, withTalk } from '#tests/support/talk.ts';

/** Somebody with a completed transcript of some segments by two speakers. */
async function withTranscript() {
  const test = await withTalk();
  return { ...test, at: editorOf(test.ann, test.id) };
}

describe('a change of the text', () => {
  it('keeps the times of words that stay, and reaches search and counts', async () => {
    const { ann, id, at } = await withTranscript();
    const before = await at.segment(0);
    const countBefore = (await at.view()).wordCount ?? 0;
    const [wordsBefore] = await at.words();
    const text = before.text.replace('Thank you', 'Many zebras thank you');
    const result = await at.edit({ kind: 'text', segment: refOf(before), text });
    expect(result).toMatchObject({
      changed: [{ id: before.id, revision: before.revision + 1, text, start: before.start, end: before.end }],
      removed: [],
      wordCount: countBefore + 2,
      undo: 'text',
      redo: null,
      editCount: 1,
    });
    const [words] = await at.words();
    expect(words).toEqual(result.words[0]);
    expect(words?.words.slice(3)).toEqual(wordsBefore?.words.slice(1));
    expect(words?.words[0]?.[3]).toBeNull();
    const { results } = await ann.call(searchTranscripts, { query: { q: 'zebras' } });
    expect(results.map(({ transcript }) => transcript.id)).toEqual([id]);
  });

  it('puts pasted lines into one, and leaves no entry when nothing changed', async () => {
    const { at } = await withTranscript();
    const segment = await at.segment(0);
    const same = await at.edit({ kind: 'text', segment: refOf(segment), text: ` ${segment.text}\n` });
    expect(same).toMatchObject({ changed: [], editCount: 0, undo: null });
    const result = await at.edit({ kind: 'text', segment: refOf(segment), text: 'One\r\n  two\u0000three ' });
    expect(result.changed[0]?.text).toBe('One two three');
  });

  it('made on an older text answers 409 with the text as it is, and overwrites nothing', async () => {
    const { at } = await withTranscript();
    const segment = await at.segment(0);
    await at.edit({ kind: 'text', segment: refOf(segment), text: 'The first writer was here.' });
    const late = at.edit({ kind: 'text', segment: refOf(segment), text: 'The second writer was here.' });
    const refused = (await late.catch((error: Refused) => error)) as Refused;
    expect(refused).toMatchObject({ status: 409, code: 'edit_conflict' });
    expect(refused.body).toMatchObject({
      current: { id: segment.id, revision: segment.revision + 1, text: 'The first writer was here.' },
      changedBy: { isYou: true },
    });
    expect((await at.texts())[0]).toBe('The first writer was here.');
  });

  it('may empty a segment and fill it again', async () => {
    const { at } = await withTranscript();
    const segment = await at.segment(1);
    const emptied = await at.edit({ kind: 'text', segment: refOf(segment), text: '   ' });
    expect(emptied.changed[0]).toMatchObject({ id: segment.id, text: '' });
    expect((await at.view()).segmentCount).toBe((await at.segments()).length);
    const filled = await at.edit({
      kind: 'text',
      segment: { id: segment.id, revision: segment.revision + 1 },
      text: segment.text,
    });
    expect(filled.words[0]?.words.at(-1)?.[2]).toBeLessThanOrEqual(segment.end);
  });

  it.each([
    ['100 kB', 'x '.repeat(50_000)],
    ['20,001 characters', 'x'.repeat(20_001)],
  ])('of %s is refused with a reason', async (_, text) => {
    const { at } = await withTranscript();
    const segment = await at.segment(0);
    await expect(at.edit({ kind: 'text', segment: refOf(segment), text })).rejects.toMatchObject({
      status: 400,
      message: 'One segment can have at most 20,000 characters. Split it, or paste less.',
    });
    expect((await at.segment(0)).text).toBe(segment.text);
  });

  it('keeps text as text, whatever it looks like', async () => {
    const { at } = await withTranscript();
    const text = '<img src=x onerror=alert(1)> שלום 👩‍👩‍👧 [citation:0:01] \u202eabc';
    const result = await at.edit({ kind: 'text', segment: refOf(await at.segment(0)), text });
    expect(result.changed[0]?.text).toBe(text);
    expect((await at.texts())[0]).toBe(text);
  });
});

describe('splitting and joining', () => {
  it('splits between two words at their times, and joins again', async () => {
    const { at } = await withTranscript();
    const segment = await at.segment(0);
    const words = (await at.words())[0]?.words ?? [];
    const [before, after] = [words.slice(0, 3), words.slice(3)].map((part) =>
      part.map(([text]) => text).join(' '),
    );
    const split = await at.edit({
      kind: 'split',
      segment: refOf(segment),
      before: before ?? '',
      after: after ?? '',
    });
    const [first, second, third] = await at.segments();
    expect(split.changed).toEqual([first, second]);
    expect(first).toMatchObject({ id: segment.id, text: before, start: segment.start, end: words[2]?.[2] });
    expect(second).toMatchObject({
      text: after,
      start: words[3]?.[1],
      end: segment.end,
      speaker: segment.speaker,
    });
    expect(third?.start).toBeGreaterThan(second?.start ?? 0);
    expect((await at.view()).wordCount).toBe(split.wordCount);
    if (!first || !second) throw new Error('There are no two segments.');
    const joined = await at.edit({ kind: 'join', segment: refOf(first), next: refOf(second) });
    expect(joined.removed).toEqual([second.id]);
    expect(joined.changed[0]).toMatchObject({ text: segment.text, start: segment.start, end: segment.end });
    expect((await at.words())[0]?.words).toEqual(words);
  });

  it('refuses to split off nothing, and to join what is not neighbours', async () => {
    const { at } = await withTranscript();
    const [first, , third] = await at.segments();
    if (!first || !third) throw new Error('There are too few segments.');
    await expect(
      at.edit({ kind: 'split', segment: refOf(first), before: '', after: first.text }),
    ).rejects.toMatchObject({ status: 400, code: 'cannot_split' });
    await expect(at.edit({ kind: 'join', segment: refOf(first), next: refOf(third) })).rejects.toMatchObject({
      status: 409,
      code: 'cannot_join',
    });
  });

  it('goes on for many splits in one place', async () => {
    const { at } = await withTranscript();
    const segment = await at.segment(0);
    const text = Array.from({ length: 80 }, (_, index) => `w${index}`);
    let [rest] = (await at.edit({ kind: 'text', segment: refOf(segment), text: text.join(' ') })).changed;
    for (let left = text.length - 1; left > 0; left -= 1) {
      if (!rest) throw new Error('The segment is gone.');
      const before = text.slice(0, left).join(' ');
      const { changed } = await at.edit({
        kind: 'split',
        segment: refOf(rest),
        before,
        after: text[left] ?? '',
      });
      rest = changed.find(({ id }) => id === segment.id);
    }
    expect((await at.texts()).slice(0, 80)).toEqual(text);
  });
});

describe('speakers', () => {
  it('get segments of others, and a new one joins with a name', async () => {
    const { at } = await withTranscript();
    const [first, second, third] = await at.segments();
    if (!first || !second || !third) throw new Error('There are too few segments.');
    await at.edit({ kind: 'speaker', segments: [first.id, second.id], speaker: 'Speaker 2' });
    expect((await at.segments()).slice(0, 2).map(({ speaker }) => speaker)).toEqual([
      'Speaker 2',
      'Speaker 2',
    ]);
    const added = await at.edit({ kind: 'speaker', segments: [third.id], speaker: null, name: ' Grace ' });
    expect(added).toMatchObject({
      changed: [{ id: third.id, speaker: 'Speaker 3', revision: third.revision }],
      words: [],
      speakerNames: { 'Speaker 3': 'Grace' },
    });
    await at.undo();
    expect(await at.view()).toMatchObject({ speakerNames: {} });
    await expect(at.edit({ kind: 'speaker', segments: [first.id], speaker: 'Nobody' })).rejects.toMatchObject(
      { status: 404, code: 'speaker_not_found' },
    );
  });

  it('are merged into one, with the name of the other gone, as one step', async () => {
    const { ann, id, at } = await withTranscript();
    const before = await at.segments();
    const speakerNames = { 'Speaker 1': 'Ann', 'Speaker 2': 'Ann' };
    await ann.call(updateTranscript, { params: { id }, body: { speakerNames } });
    const merged = await at.edit({ kind: 'merge-speakers', from: 'Speaker 2', into: 'Speaker 1' });
    expect(merged.speakerNames).toEqual({ 'Speaker 1': 'Ann' });
    expect(new Set((await at.segments()).map(({ speaker }) => speaker))).toEqual(new Set(['Speaker 1']));
    expect(await at.undo()).toMatchObject({ speakerNames, undo: 'names', redo: 'merge-speakers' });
    expect(await at.segments()).toEqual(before);
  });

  it('keep their names through undo and redo, which know whose step it was', async () => {
    const { ann, id, at } = await withTranscript();
    const name = (speakerNames: Record<string, string>) =>
      ann.call(updateTranscript, { params: { id }, body: { speakerNames } });
    await name({ 'Speaker 1': 'Ann' });
    const again = await name({ 'Speaker 1': 'Ann' });
    expect(again.editCount).toBe(1);
    await name({ 'Speaker 1': 'Ann', 'Speaker 2': 'Bob' });
    expect((await at.undo()).speakerNames).toEqual({ 'Speaker 1': 'Ann' });
    expect((await at.undo()).speakerNames).toEqual({});
    expect((await at.redo()).speakerNames).toEqual({ 'Speaker 1': 'Ann' });
    expect((await at.history())[0]).toMatchObject({
      kind: 'redo',
      author: 'Ann',
      names: [{ label: 'Speaker 1', before: null, after: 'Ann' }],
    });
  });
});

describe('find and replace', () => {
  it('changes every place in one step that is undone in one', async () => {
    const { at } = await withTranscript();
    const before = await at.texts();
    const count = before.filter((text) => /\bthe\b/i.test(text)).length;
    expect(count).toBeGreaterThan(1);
    const result = await at.edit({ kind: 'replace', query: 'THE', replacement: '$& a', wholeWord: true });
    expect(result.changed.length).toBe(count);
    expect(result.places).toBe(before.join(' ').match(/\bthe\b/gi)?.length);
    expect(await at.texts()).toEqual(before.map((text) => text.replace(/\bthe\b/gi, () => '$& a')));
    expect(await at.edit({ kind: 'replace', query: 'THE', replacement: 'x', matchCase: true })).toMatchObject(
      {
        changed: [],
        places: 0,
        editCount: 1,
      },
    );
    await at.undo();
    expect(await at.texts()).toEqual(before);
  });

  it.each([
    ['die Straße hier', 'strasse', 'Gasse', 'die Gasse hier'],
    ['I don’t know', "don't", 'do not', 'I do not know'],
    ["I don't know", 'don’t', 'do not', 'I do not know'],
    ['pages 10–12', '10-12', '10 to 12', 'pages 10 to 12'],
    ['Smørrebrød', 'smorrebrod', 'bread', 'bread'],
  ])('changes in %j what a reader takes for %j', async (text, query, replacement, replaced) => {
    const { at } = await withTranscript();
    await at.edit({ kind: 'text', segment: refOf(await at.segment(0)), text });
    expect(await at.edit({ kind: 'replace', query, replacement })).toMatchObject({ places: 1 });
    expect((await at.segment(0)).text).toBe(replaced);
  });

  it('refuses a replacement that is shorter than the query, but longer than what it replaces', async () => {
    const { at } = await withTranscript();
    await at.edit({ kind: 'text', segment: refOf(await at.segment(0)), text: 'ß'.repeat(15_000) });
    await expect(at.edit({ kind: 'replace', query: 'ss', replacement: 'xx' })).rejects.toMatchObject({
      status: 400,
      code: 'segment_too_long',
    });
  });

  it('refuses a replacement that would make a segment too long', async () => {
    const { at } = await withTranscript();
    const segment = await at.segment(0);
    await at.edit({ kind: 'text', segment: refOf(segment), text: 'a'.repeat(15_000) });
    await expect(at.edit({ kind: 'replace', query: 'aa', replacement: 'aaa' })).rejects.toMatchObject({
      status: 400,
      code: 'segment_too_long',
    });
  });
});

describe('confirming words', () => {
  const doubted = (words: readonly { words: readonly (readonly unknown[])[] }[], index = 0) =>
    words[index]?.words.map((word) => word[3]);

  it('makes them certain in one step that can be undone, and marks no citation as outdated', async () => {
    const { at } = await withTranscript();
    const segment = await at.segment(0);
    const before = await at.words();
    const result = await at.edit({ kind: 'confirm', segment: refOf(segment), words: [1, 3, 3] });
    expect(result).toMatchObject({
      undo: 'confirm',
      changed: [{ id: segment.id, revision: segment.revision }],
    });
    const after = await at.words();
    expect(after[0]).toEqual(result.words[0]);
    expect(doubted(after)?.slice(0, 5)).toEqual([0.9, 1, 0.9, 1, 0.9]);
    expect(await at.texts()).toContain(segment.text);
    // Once more, it changes nothing and leaves no step.
    expect(await at.edit({ kind: 'confirm', segment: refOf(segment), words: [1] })).toMatchObject({
      changed: [],
      editCount: 1,
    });
    expect(await at.undo()).toMatchObject({ redo: 'confirm' });
    expect(await at.words()).toEqual(before);
    await at.redo();
    expect(await at.words()).toEqual(after);
    expect((await at.history())[0]).toMatchObject({ kind: 'redo' });
  });

  it('stays while other words are changed, split, joined and undone; a changed word is no longer measured', async () => {
    const { at } = await withTranscript();
    const first = await at.segment(0);
    const edited = await at.edit({ kind: 'text', segment: refOf(first), text: `Well, ${first.text}` });
    const [changed] = edited.changed;
    await at.edit({ kind: 'confirm', segment: refOf(changed ?? first), words: [2] });
    const again = await at.edit({
      kind: 'text',
      segment: refOf(changed ?? first),
      text: `Well, ${first.text.replace('calling', 'coming')}`,
    });
    expect(doubted(again.words)?.slice(0, 5)).toEqual([null, 0.9, 1, 0.9, null]);
    await at.undo();
    expect(doubted(await at.words())?.slice(0, 5)).toEqual([null, 0.9, 1, 0.9, 0.9]);
    const now = await at.segment(0);
    const [before = '', after = ''] = [now.text.slice(0, 15), now.text.slice(16)];
    const split = await at.edit({ kind: 'split', segment: refOf(now), before, after });
    const [one, other] = split.changed.map(refOf);
    if (!one || !other) throw new Error('The segment was not split.');
    await at.edit({ kind: 'join', segment: one, next: other });
    expect(doubted(await at.words())?.slice(0, 5)).toEqual([null, 0.9, 1, 0.9, 0.9]);
  });

  it('is kept when somebody else undoes their own change of the segment', async () => {
    const { id, at: anns, person, sql, ann } = await withTranscript();
    const bob = await person('Bob');
    const project = await insertProject(sql, Number(ann.user?.id));
    await insertMember(sql, project, { userId: Number(bob.user?.id), role: 'editor' });
    await ann.call(updateTranscript, { params: { id }, body: { projectId: ProjectId.parse(project) } });
    const bobs = editorOf(bob, id);
    const first = await anns.segment(0);
    await anns.edit({ kind: 'text', segment: refOf(first), text: first.text.replace('Thank', 'Thanks') });
    await bobs.edit({ kind: 'confirm', segment: refOf(await bobs.segment(0)), words: [2] });
    await anns.undo();
    expect((await anns.segment(0)).text).toBe(first.text);
    expect(doubted(await anns.words())?.slice(0, 4)).toEqual([0.9, 0.9, 1, 0.9]);
    // His own undo takes only his word back.
    await bobs.edit({ kind: 'confirm', segment: refOf(await bobs.segment(0)), words: [3] });
    await anns.edit({ kind: 'confirm', segment: refOf(await anns.segment(0)), words: [0] });
    await bobs.undo();
    expect(doubted(await anns.words())?.slice(0, 4)).toEqual([1, 0.9, 1, 0.9]);
  });

  it('is refused for words and texts that are not there', async () => {
    const { at } = await withTranscript();
    const segment = refOf(await at.segment(0));
    await expect(at.edit({ kind: 'confirm', segment, words: [900] })).rejects.toMatchObject({
      code: 'word_not_found',
    });
    await expect(
      at.edit({ kind: 'confirm', segment: { ...segment, revision: 9 }, words: [0] }),
    ).rejects.toMatchObject({ code: 'edit_conflict' });
    for (const words of [[], [-1], [0.5], Array.from({ length: 501 }, () => 0)])
      await expect(at.edit({ kind: 'confirm', segment, words })).rejects.toMatchObject({ status: 400 });
  });
});

describe('a deletion over several segments', () => {
  it('leaves the parts of one speaker as one, removes what has no words left, and is one step', async () => {
    const { at } = await withTranscript();
    const before = await at.segments();
    const [one, two, three, four] = before;
    if (!one || !two || !three || !four) throw new Error('There are too few segments.');
    expect(one.speaker).toBe(three.speaker);
    const wordsBefore = await at.words();
    const result = await at.edit({
      kind: 'delete',
      segment: refOf(one),
      before: 'Thank you dear',
      between: [refOf(two)],
      last: refOf(three),
      after: three.text.split(' ').slice(-2).join(' '),
    });
    const text = `Thank you dear ${three.text.split(' ').slice(-2).join(' ')}`;
    expect(result).toMatchObject({
      removed: [two.id, three.id],
      undo: 'delete',
      segmentCount: before.length - 2,
    });
    expect(await at.segment(0)).toMatchObject({ id: one.id, text, start: one.start, end: three.end });
    // The words that stay are said when they were said.
    const words = (await at.words())[0]?.words ?? [];
    expect(words.map(([word]) => word).join(' ')).toBe(text);
    expect(words[0]).toEqual(wordsBefore[0]?.words[0]);
    expect(words.at(-1)).toEqual(wordsBefore[2]?.words.at(-1));
    expect((await at.history())[0]).toMatchObject({ kind: 'delete', changeCount: 3 });
    await at.undo();
    expect(await at.texts()).toEqual(before.map((segment) => segment.text));
    await at.redo();
    expect((await at.texts())[0]).toBe(text);
  });

  it('keeps two speakers apart, with the times of the words that they keep', async () => {
    const { at } = await withTranscript();
    const [one, two] = await at.segments();
    if (!one || !two) throw new Error('There are too few segments.');
    const words = await at.words();
    const after = two.text.split(' ').slice(2).join(' ');
    await at.edit({
      kind: 'delete',
      segment: refOf(one),
      before: 'Thank you',
      between: [],
      last: refOf(two),
      after,
    });
    const [first, second] = await at.segments();
    expect(first).toMatchObject({ text: 'Thank you', start: one.start, end: words[0]?.words[1]?.[2] });
    expect(second).toMatchObject({ id: two.id, text: after, start: words[1]?.words[2]?.[1], end: two.end });
  });

  it('of everything leaves one empty segment, and is refused where somebody has changed it or it is not in order', async () => {
    const { at } = await withTranscript();
    const all = await at.segments();
    const [one, two, three] = all;
    const last = all.at(-1);
    if (!one || !two || !three || !last) throw new Error('There are too few segments.');
    const whole = {
      kind: 'delete' as const,
      segment: refOf(one),
      before: '',
      between: all.slice(1, -1).map(refOf),
      last: refOf(last),
      after: '',
    };
    const refused = { status: 409, code: 'edit_conflict' };
    for (const change of [
      { between: whole.between.slice(1) },
      { between: whole.between.toReversed() },
      { between: whole.between.map(({ id, revision }) => ({ id, revision: revision + 1 })) },
      { between: [...whole.between, refOf(last)] },
      { segment: refOf(last), last: refOf(one), between: [] },
      { segment: { ...refOf(one), revision: 9 } },
      { last: { ...refOf(last), revision: 9 } },
      { last: refOf(one), between: [] },
    ])
      await expect(at.edit({ ...whole, ...change })).rejects.toMatchObject(refused);
    expect(await at.texts()).toEqual(all.map(({ text }) => text));
    await at.edit(whole);
    expect(await at.segments()).toMatchObject([{ id: one.id, text: '', speaker: one.speaker }]);
    await at.undo();
    expect(await at.texts()).toEqual(all.map(({ text }) => text));
  });
});

describe('undo and redo', () => {
  it('go back and forth through all kinds of steps, and a new step ends the way forward', async () => {
    const { at } = await withTranscript();
    const states = [await at.texts()];
    const segment = await at.segment(0);
    await at.edit({ kind: 'text', segment: refOf(segment), text: 'One two three four.' });
    states.push(await at.texts());
    await at.edit({
      kind: 'split',
      segment: refOf(await at.segment(0)),
      before: 'One two',
      after: 'three four.',
    });
    states.push(await at.texts());
    const [, second, third] = await at.segments();
    if (!second || !third) throw new Error('There are too few segments.');
    await at.edit({ kind: 'join', segment: refOf(second), next: refOf(third) });
    states.push(await at.texts());
    for (const state of states.slice(0, -1).toReversed()) {
      await at.undo();
      expect(await at.texts()).toEqual(state);
    }
    await expect(at.undo()).rejects.toMatchObject({ status: 409, code: 'nothing_to_undo' });
    for (const state of states.slice(1)) {
      await at.redo();
      expect(await at.texts()).toEqual(state);
    }
    await expect(at.redo()).rejects.toMatchObject({ code: 'nothing_to_redo' });
    await at.undo();
    await at.edit({ kind: 'text', segment: refOf(await at.segment(0)), text: 'Another way.' });
    expect(await at.view()).toMatchObject({ undo: 'text', redo: null });
    // Nor is it open again once the new step is undone: that one is what redo repeats.
    await at.undo();
    await at.undo();
    await at.edit({ kind: 'text', segment: refOf(await at.segment(1)), text: 'A new beginning.' });
    await at.undo();
    expect(await at.view()).toMatchObject({ redo: 'text' });
    await at.redo();
    expect((await at.texts())[1]).toBe('A new beginning.');
    await expect(at.redo()).rejects.toMatchObject({ code: 'nothing_to_redo' });
  });

  it('refuse to take back what somebody built on since', async () => {
    const { at, sql } = await withTranscript();
    await at.edit({ kind: 'text', segment: refOf(await at.segment(0)), text: 'Mine.' });
    // As somebody else's change would leave it; projects come later.
    await sql("update segments set text = 'Theirs.', revision = revision + 1 where text = 'Mine.'");
    await expect(at.undo()).rejects.toMatchObject({ status: 409, code: 'undo_conflict' });
    expect((await at.texts())[0]).toBe('Theirs.');
    expect(await at.view()).toMatchObject({ undo: 'text', editCount: 1 });
  });
});

describe('the history', () => {
  it('lists steps newest first with author, time and what changed, in pages and for one segment', async () => {
    const { ann, id, at } = await withTranscript();
    const [first, second] = await at.segments();
    if (!first || !second) throw new Error('There are too few segments.');
    await at.edit({ kind: 'text', segment: refOf(first), text: 'Changed.' });
    await at.edit({ kind: 'text', segment: refOf(second), text: 'Changed too.' });
    await at.undo();
    const entries = await at.history();
    expect(entries.map(({ kind, isUndone }) => [kind, isUndone])).toEqual([
      ['undo', false],
      ['text', true],
      ['text', false],
    ]);
    expect(entries[2]).toMatchObject({
      author: 'Ann',
      changeCount: 1,
      changes: [
        {
          segmentId: first.id,
          start: first.start,
          before: { text: first.text, speaker: first.speaker },
          after: { text: 'Changed.', speaker: first.speaker },
        },
      ],
      names: [],
    });
    expect(Math.abs(Date.parse(entries[0]?.at ?? '') - Date.now())).toBeLessThan(60_000);
    const page = await ann.call(listHistory, { params: { id }, query: { limit: 1 } });
    expect(page).toMatchObject({ hasMore: true, entries: [{ kind: 'undo' }] });
    const next = await at.history({ before: page.entries[0]?.id });
    expect(next.map(({ id: each }) => each)).toEqual(entries.slice(1).map(({ id: each }) => each));
    expect(await at.history({ segment: first.id })).toEqual([entries[2]]);
  });

  it('shows some of many changes in the list, and all of them alone', async () => {
    const { ann, id, at } = await withTranscript();
    const first = await at.segment(0);
    await at.edit({ kind: 'text', segment: refOf(first), text: 'a1 a2 a3 a4 a5 a6 a7 a8' });
    for (let left = 7; left > 0; left -= 1) {
      const rest = await at.segment(0);
      const words = rest.text.split(' ');
      await at.edit({
        kind: 'split',
        segment: refOf(rest),
        before: words.slice(0, left).join(' '),
        after: words[left] ?? '',
      });
    }
    await at.edit({ kind: 'replace', query: 'a', replacement: 'b' });
    const [entry] = await at.history();
    expect(entry?.changeCount).toBeGreaterThanOrEqual(8);
    expect(entry?.changes.length).toBe(5);
    const whole = await ann.call(getHistoryEntry, { params: { id, editId: entry?.id ?? 0 } });
    expect(whole.changes.length).toBe(entry?.changeCount);
  });

  it('brings everything back to before a step, and that can be undone too', async () => {
    const { ann, id, at } = await withTranscript();
    const original = await at.view();
    const originalWords = await at.words();
    const [first, second] = original.timestampedTranscript;
    if (!first || !second) throw new Error('There are too few segments.');
    await at.edit({ kind: 'text', segment: refOf(first), text: 'Well now.' });
    const [start] = await at.history();
    await at.edit({
      kind: 'join',
      segment: { id: first.id, revision: first.revision + 1 },
      next: refOf(second),
    });
    await at.edit({ kind: 'replace', query: 'now', replacement: 'then' });
    await ann.call(updateTranscript, { params: { id }, body: { speakerNames: { 'Speaker 1': 'Ann' } } });
    await at.undo();
    const changed = await at.view();
    await at.restoreAll(start?.id ?? 0);
    const restored = await at.view();
    expect(restored.timestampedTranscript.map(({ revision: _, ...rest }) => rest)).toEqual(
      original.timestampedTranscript.map(({ revision: _, ...rest }) => rest),
    );
    expect((await at.words()).map(({ words }) => words)).toEqual(originalWords.map(({ words }) => words));
    expect(restored).toMatchObject({ speakerNames: {}, wordCount: original.wordCount, undo: 'restore' });
    await at.undo();
    expect((await at.texts()).join(' ')).toBe(
      changed.timestampedTranscript.map(({ text }) => text).join(' '),
    );
  });

  it('brings one segment back, but not one that was cut or joined since', async () => {
    const { at } = await withTranscript();
    const [first, second] = await at.segments();
    if (!first || !second) throw new Error('There are too few segments.');
    await at.edit({ kind: 'text', segment: refOf(first), text: 'First change.' });
    await at.edit({ kind: 'text', segment: refOf(await at.segment(0)), text: 'Second change.' });
    await at.edit({ kind: 'text', segment: refOf(second), text: 'Elsewhere.' });
    const step = (await at.history()).at(-1);
    await at.restoreOne(step?.id ?? 0, first.id);
    expect((await at.texts()).slice(0, 2)).toEqual([first.text, 'Elsewhere.']);
    await expect(at.restoreOne(step?.id ?? 0, second.id)).rejects.toMatchObject({ code: 'edit_not_found' });
    await at.edit({ kind: 'join', segment: refOf(await at.segment(0)), next: refOf(await at.segment(1)) });
    await expect(at.restoreOne(step?.id ?? 0, first.id)).rejects.toMatchObject({
      status: 409,
      code: 'segment_restructured',
    });
    await expect(at.restoreAll(999_999)).rejects.toMatchObject({ status: 404, code: 'edit_not_found' });
  });
});

describe('people who may not', () => {
  it('change nothing of a transcript that is not theirs', async () => {
    const world = await withTranscript();
    const bob = editorOf(await world.person('Bob'), world.id);
    const segment = await world.at.segment(0);
    const tries = [
      () => bob.edit({ kind: 'text', segment: refOf(segment), text: 'Bob was here.' }),
      () => bob.undo(),
      () => bob.redo(),
      () => bob.history(),
      () => bob.words(),
      () => bob.restoreAll(1),
    ];
    for (const attempt of tries) {
      await expect(attempt()).rejects.toMatchObject({ status: 404, code: 'transcript_not_found' });
    }
    expect((await world.at.segment(0)).text).toBe(segment.text);
  });

  it('cannot reach into another transcript by a segment of it', async () => {
    const { ann, at, ...test } = await withTranscript();
    const bob = await test.person('Bob');
    const bobsId = await copyTalk(test, bob);
    const annsSegment = await at.segment(0);
    const bobs = editorOf(bob, bobsId);
    await expect(
      bobs.edit({ kind: 'text', segment: refOf(annsSegment), text: 'Bob was here.' }),
    ).rejects.toMatchObject({ status: 409, code: 'edit_conflict', body: { current: null } });
    await expect(
      bobs.edit({ kind: 'speaker', segments: [annsSegment.id], speaker: 'Speaker 1' }),
    ).rejects.toMatchObject({ status: 409 });
    expect(await at.segment(0)).toEqual(annsSegment);
    expect(ann.email).not.toBe(bob.email);
  });
});

it('answers an edit of a transcript that is still processing, or deleted meanwhile, with a reason', async () => {
  const { person } = await sharedApp();
  const ann = await person();
  const id = await ann.upload(Buffer.from('x'));
  const at = editorOf(ann, id);
  const attempt = () => at.edit({ kind: 'text', segment: { id: 1, revision: 0 }, text: 'x' });
  await expect(attempt()).rejects.toMatchObject({ status: 409, code: 'transcript_not_completed' });
  await ann.call(deleteTranscript, { params: { id } });
  await expect(attempt()).rejects.toMatchObject({ status: 404, code: 'transcript_not_found' });
});

it('takes edits of one text that come at once, one after the other', async () => {
  const { at } = await withTranscript();
  const segments = (await at.segments()).slice(0, 3);
  await Promise.all(
    segments.map((segment, index) =>
      at.edit({ kind: 'text', segment: refOf(segment), text: `Number ${index}.` }),
    ),
  );
  expect((await at.texts()).slice(0, 3)).toEqual(['Number 0.', 'Number 1.', 'Number 2.']);
  const [segment] = await at.segments();
  if (!segment) throw new Error('There is no segment.');
  const results = await Promise.allSettled(
    ['a', 'b', 'c'].map((text) => at.edit({ kind: 'text', segment: refOf(segment), text })),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await at.view()).editCount).toBe(4);
});

it('looks for what is to be replaced before it waits for others who change the text', async () => {
  const { id, deps, at } = await withTranscript();
  const segment = await at.segment(0);
  await at.edit({ kind: 'text', segment: refOf(segment), text: 'a '.repeat(150) });
  await deps.db.transaction(async (tx) => {
    await tx.execute(query`select from transcripts where id = ${id} for update`);
    await expect(
      at.edit({ kind: 'replace', query: 'a', replacement: 'x'.repeat(200), wholeWord: true }),
    ).rejects.toMatchObject({ code: 'segment_too_long' });
  });
  const both = await Promise.all([
    at.edit({ kind: 'replace', query: 'a', replacement: 'b', wholeWord: true }),
    at.edit({ kind: 'replace', query: 'budget', replacement: 'map' }),
  ]);
  expect(both.map(({ places }) => Number(places) > 0)).toEqual([true, true]);
  expect((await at.texts()).join(' ')).not.toMatch(/\ba\b|budget/);
});
