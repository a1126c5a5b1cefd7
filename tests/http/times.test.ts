import { describe, expect, it } from 'vitest';
import { ProjectId } from '#contract/ids.ts';
import { createNote, listNotes } from '#contract/notes.ts';
import { searchTranscripts } from '#contract/search.ts';
import type { SegmentWords, TimestampedSegment } from '#contract/segments.ts';
import { updateTranscript } from '#contract/transcripts.ts';
import { exportJson } from '#domain/exports/json.ts';
import { exportSrt } from '#domain/exports/srt.ts';
import { exportVtt } from '#domain/exports/vtt.ts';
import { editorOf, refOf } from '#tests/support/editor.ts';
import type { Refused } from '#tests/support/person.ts';
import { insertMember, insertProject } from '#tests/support/project-content.ts';
import { seededRandom } from '#tests/support/random.ts';
import { withTalk } from '#tests/support/talk.ts';

/** Ann with the talk, of which the first three passages are said from 0 to 4.8, from 5 to 9.8 and from 10 to 14.8 seconds. */
async function withPassages() {
  const test = await withTalk();
  const at = editorOf(test.ann, test.id);
  const [first, second, third] = await at.segments();
  if (!first || !second || !third) throw new Error('There are too few segments.');
  return { ...test, at, first, second, third };
}

/** The same, with Bob as an editor and Vic as a viewer of its project. */
async function withColleagues() {
  const test = await withPassages();
  const { ann, person, sql, id } = test;
  const [bob, vic] = [await person('Bob'), await person('Vic')];
  const project = await insertProject(sql, Number(ann.user?.id));
  await insertMember(sql, project, { userId: Number(bob.user?.id), role: 'editor' });
  await insertMember(sql, project, { userId: Number(vic.user?.id), role: 'viewer' });
  await ann.call(updateTranscript, { params: { id }, body: { projectId: ProjectId.parse(project) } });
  return { ...test, bobs: editorOf(bob, id), vics: editorOf(vic, id) };
}

const times = (segment: TimestampedSegment, start: number, end: number, more = {}) => ({
  kind: 'times' as const,
  segment: refOf(segment),
  start,
  end,
  ...more,
});

const spansOf = (segments: readonly TimestampedSegment[]) => segments.map(({ start, end }) => [start, end]);

describe('the times of a passage', () => {
  it('are set to the millisecond, with a neighbor, as one step that can be undone and redone', async () => {
    const { at, first, second } = await withPassages();
    const original = spansOf(await at.segments());
    const result = await at.edit(times(second, 4.12344, 9.9, { previous: refOf(first) }));
    expect(result).toMatchObject({
      changed: [
        { id: first.id, revision: first.revision + 1, start: 0, end: 4.123, timing: 'estimated' },
        { id: second.id, revision: second.revision + 1, start: 4.123, end: 9.9, timing: 'measured' },
      ],
      // Only the words of the first one had to move.
      words: [{ id: first.id, revision: first.revision + 1 }],
      undo: 'times',
      editCount: 1,
    });
    expect(result.words[0]?.words.at(-1)).toEqual(['spring.', expect.any(Number), 4.123, 0.9]);
    const changed = spansOf(await at.segments());
    await at.undo();
    expect(spansOf(await at.segments())).toEqual(original);
    expect((await at.segment(1)).timing).toBe('estimated');
    await at.redo();
    expect(spansOf(await at.segments())).toEqual(changed);
  });

  it('leave no step if they are what they were', async () => {
    const { at, second } = await withPassages();
    expect(await at.edit(times(second, second.start, second.end))).toMatchObject({
      changed: [],
      editCount: 0,
    });
  });

  it.each([
    ['times_too_short', 400, [6, 6]],
    ['times_too_short', 400, [8, 6]],
    ['times_overlap_previous', 409, [4.7, 9.8]],
    ['times_overlap_next', 409, [5, 10.001]],
  ] as const)('are refused with %s', async (code, status, [start, end]) => {
    const { at, second } = await withPassages();
    await expect(at.edit(times(second, start, end))).rejects.toMatchObject({ status, code });
    expect(await at.segment(1)).toEqual(second);
  });

  it('are refused past the end of the recording, and where a neighbor would disappear', async () => {
    const { at, first, second } = await withPassages();
    const last = (await at.segments()).at(-1) ?? first;
    await expect(at.edit(times(last, last.start, 21.001))).rejects.toMatchObject({
      status: 400,
      code: 'times_beyond_end',
    });
    const both = { previous: refOf(first) };
    await expect(at.edit(times(second, 0.01, 9.8, both))).rejects.toMatchObject({
      status: 409,
      code: 'times_previous_too_short',
    });
    expect(await at.edit(times(last, last.start, 21))).toMatchObject({ changed: [{ end: 21 }] });
  });

  it.each([
    ['negative', { start: -1 }],
    ['no numbers', { end: '5' }],
    ['later than any recording', { end: 1e9 }],
    [
      'twice for a word',
      {
        words: [
          { index: 0, start: 5, end: 6 },
          { index: 0, start: 6, end: 7 },
        ],
      },
    ],
    [
      'of too many words',
      { words: Array.from({ length: 501 }, (_, index) => ({ index, start: 5, end: 6 })) },
    ],
  ])('are no input if they are %s', async (_, bad) => {
    const { at, second } = await withPassages();
    const body = { ...times(second, 5, 9.8), ...bad };
    await expect(at.edit(body as never)).rejects.toMatchObject({ status: 400, code: 'invalid_input' });
  });

  it('can only be moved together with the passages beside it', async () => {
    const { at, first, third } = await withPassages();
    for (const beside of [{ previous: refOf(first) }, { next: refOf(first) }])
      await expect(at.edit(times(third, 10.1, 14, beside))).rejects.toMatchObject({
        status: 409,
        code: 'cannot_move_neighbor',
      });
  });

  it('of the longest passage keep all its words in order', async () => {
    const { at, first } = await withPassages();
    const text = '안녕 '.repeat(6666).trim();
    await at.edit({ kind: 'text', segment: refOf(first), text });
    const { words } = await at.edit(times(await at.segment(0), 1.5, 1.6));
    const all = words[0]?.words ?? [];
    expect(all.map(([word]) => word).join(' ')).toBe(text);
    const ends = all.flatMap(([, start, end]) => [start, end]);
    expect(ends).toEqual(ends.toSorted((a, b) => a - b));
    expect([ends[0], ends.at(-1)]).toEqual([1.5, 1.6]);
  });

  it('reach exports, search and notes', async () => {
    const { ann, id, params, at, first, second } = await withPassages();
    const note = {
      kind: 'highlight',
      color: 'yellow',
      parts: [{ segment: refOf(second), start: 0, end: 6 }],
    };
    await ann.call(createNote, { params, body: note as never });
    await at.edit(times(second, 5.5, 9.9));
    const transcript = await at.view();
    const words = new Map((await at.words()).map((each) => [each.id, each]));
    expect(exportSrt(transcript)).toContain('00:00:05,500 --> ');
    expect(exportSrt(transcript, words)).toContain(' --> 00:00:09,900');
    expect(exportVtt(transcript, words)).toContain('00:00:05.500 --> 00:00:09.900');
    const [, exported] = JSON.parse(exportJson(transcript, words)).segments;
    expect(exported).toMatchObject({
      start: 5.5,
      end: 9.9,
      words: expect.arrayContaining([expect.objectContaining({ text: 'budget', start: 5.5 })]),
    });
    const { results } = await ann.call(searchTranscripts, { query: { q: 'budget is' } });
    expect(JSON.stringify(results.find(({ transcript }) => transcript.id === id))).toContain('5.5');
    const { notes } = await ann.call(listNotes, { params, query: {} });
    expect(notes).toMatchObject([{ state: 'same', quote: 'budget', start: 5.5 }]);
    expect(await at.segment(0)).toEqual(first);
  });
});

describe('the times of words', () => {
  it('are kept exactly, make a new revision, and come back', async () => {
    const { at, second } = await withPassages();
    const [, before] = await at.words();
    const words = [{ index: 1, start: 5.3, end: 5.95 }];
    const { changed } = await at.edit(times(second, second.start, second.end, { words }));
    expect(changed).toMatchObject([{ revision: second.revision + 1, start: second.start, end: second.end }]);
    expect((await at.words())[1]?.words.slice(0, 3)).toMatchObject([
      ['budget', 5, 5.3, 0.9],
      ['is', 5.3, 5.95, 0.9],
      ['two', 5.95, 6.2, 0.9],
    ]);
    expect((await at.history())[0]).toMatchObject({
      kind: 'times',
      changes: [{ before: { start: 5, end: 9.8 }, after: { start: 5, end: 9.8 } }],
    });
    await at.undo();
    expect((await at.words())[1]?.words).toEqual(before?.words);
  });

  it.each([
    ['word_not_found', 404, { index: 99, start: 5, end: 6 }],
    ['word_too_short', 400, { index: 0, start: 5, end: 5.001 }],
    ['word_outside_passage', 400, { index: 0, start: 4.9, end: 5.4 }],
    ['word_out_of_order', 400, { index: 1, start: 5.4, end: 7 }],
  ])('are refused with %s', async (code, status, word) => {
    const { at, second } = await withPassages();
    const edit = times(second, second.start, second.end, { words: [word] });
    await expect(at.edit(edit)).rejects.toMatchObject({ status, code });
  });
});

describe('the history', () => {
  it('tells the times before and after, and restores one passage', async () => {
    const { at, second } = await withPassages();
    await at.edit(times(second, 5.2, 9.5));
    await at.edit({ kind: 'text', segment: refOf(await at.segment(1)), text: 'Other words.' });
    const [, step] = await at.history();
    expect(step).toMatchObject({
      kind: 'times',
      changeCount: 1,
      changes: [{ segmentId: second.id, before: { start: 5, end: 9.8 }, after: { start: 5.2, end: 9.5 } }],
    });
    await at.restoreOne(step?.id ?? 0, second.id);
    expect(await at.segment(1)).toMatchObject({ text: second.text, start: 5, end: 9.8 });
    await at.restoreAll(step?.id ?? 0);
    expect(spansOf(await at.segments())[1]).toEqual([5, 9.8]);
  });

  it('does not restore a passage into one whose times were set since', async () => {
    const { at, first, second } = await withPassages();
    await at.edit(times(second, 6, 9.8));
    await at.edit(times(first, 0, 5.5));
    const [, step] = await at.history();
    await expect(at.restoreOne(step?.id ?? 0, second.id)).rejects.toMatchObject({
      status: 409,
      code: 'undo_conflict',
    });
  });
});

describe('people who edit at the same time', () => {
  it('cannot both set the same times', async () => {
    const { at, bobs, second } = await withColleagues();
    const results = await Promise.allSettled([
      at.edit(times(second, 5.1, 9.8)),
      bobs.edit(times(second, 5.2, 9.8)),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = results.find(({ status }) => status === 'rejected');
    expect(refused).toMatchObject({ reason: { status: 409, code: 'edit_conflict' } });
  });

  it('get a conflict if the passage, or one that goes along, has changed', async () => {
    const { at, bobs, first, second, third } = await withColleagues();
    await bobs.edit({ kind: 'join', segment: refOf(first), next: refOf(second) });
    for (const late of [
      times(second, 5.1, 9.8),
      times(third, 10.1, 14.8, { previous: refOf(second) }),
      times(first, 0, 4.7),
    ])
      await expect(at.edit(late)).rejects.toMatchObject({ status: 409, code: 'edit_conflict' });
    // The passage before is another one now, but nothing of it is lost.
    await at.edit(times(third, 9.9, 14.8));
    expect(spansOf(await at.segments()).slice(0, 2)).toEqual([
      [0, 9.8],
      [9.9, 14.8],
    ]);
  });

  it('get a conflict if they change what has other times now', async () => {
    const { at, bobs, first, second } = await withColleagues();
    await at.edit(times(second, 5.1, 9.8));
    for (const late of [
      { kind: 'join', segment: refOf(first), next: refOf(second) },
      { kind: 'text', segment: refOf(second), text: 'Late.' },
      { kind: 'split', segment: refOf(second), before: 'Too', after: 'late.' },
    ] as const)
      await expect(bobs.edit(late)).rejects.toMatchObject({ status: 409, code: 'edit_conflict' });
    await bobs.edit({ kind: 'speaker', segments: [second.id], speaker: 'Speaker 1' });
    expect(await at.segment(1)).toMatchObject({ start: 5.1, speaker: 'Speaker 1', text: second.text });
    await expect(at.undo()).rejects.toMatchObject({ code: 'undo_conflict' });
  });

  it('cannot undo over times that others have set since', async () => {
    const { at, bobs, first, second } = await withColleagues();
    await at.edit(times(second, 6, 9.8));
    await bobs.edit(times(first, 0, 5.5));
    await expect(at.undo()).rejects.toMatchObject({ status: 409, code: 'undo_conflict' });
    await bobs.undo();
    await at.undo();
    expect(spansOf(await at.segments()).slice(0, 2)).toEqual([
      [0, 4.8],
      [5, 9.8],
    ]);
  });

  it('cannot undo a text over times of its words that others have set since', async () => {
    const { at, bobs, second } = await withColleagues();
    await at.edit({ kind: 'text', segment: refOf(second), text: second.text.replace('budget', 'Budget') });
    const now = await bobs.segment(1);
    await bobs.edit(times(now, now.start, now.end, { words: [{ index: 2, start: 5.9, end: 6.1 }] }));
    await expect(at.undo()).rejects.toMatchObject({ status: 409, code: 'undo_conflict' });
    expect((await at.words())[1]?.words[2]).toEqual(['two', 5.9, 6.1, 0.9]);
  });

  it('cannot leave words outside by undoing a border', async () => {
    const { at, bobs, second } = await withColleagues();
    await at.edit(times(second, 5, 9.99));
    const words = [{ index: 11, start: 9.85, end: 9.95 }];
    await bobs.edit(times(await bobs.segment(1), 5, 9.99, { words }));
    await expect(at.undo()).rejects.toMatchObject({ status: 409, code: 'undo_conflict' });
  });

  it('may not set times as viewers', async () => {
    const { vics, at, second } = await withColleagues();
    await expect(vics.edit(times(second, 5.1, 9.8))).rejects.toMatchObject({
      status: 403,
      code: 'forbidden',
    });
    expect(await at.segment(1)).toEqual(second);
  });
});

it('goes back over an overlap that was there before', async () => {
  const { at, sql, second, id } = await withPassages();
  await sql('update segments set end_ms = 5600 where transcript_id = $1 and start_ms = 0', [id]);
  await at.edit(times(second, 5.6, 9.8));
  await at.undo();
  expect(await at.segment(1)).toMatchObject({ start: 5 });
  await at.redo();
  expect(await at.segment(1)).toMatchObject({ start: 5.6 });
});

it('keeps order and words whatever two people do, and leaves no overlap', async () => {
  const { at, bobs } = await withColleagues();
  const random = seededRandom(11);
  const near = (seconds: number) => Math.max(0, seconds + (random.below(1200) - 600) / 1000);
  const refusals = new Set<string>();
  const done = new Set<string>();
  for (let step = 0; step < 200; step += 1) {
    const editor = random.pick([at, bobs]);
    const segments = await at.segments();
    const index = random.below(segments.length);
    const [previous, segment, next] = [segments[index - 1], segments[index], segments[index + 1]];
    if (!segment) throw new Error('There is no segment.');
    const tokens = segment.text.split(' ');
    const cut = 1 + random.below(Math.max(1, tokens.length - 1));
    const [before, after] = [tokens.slice(0, cut).join(' '), tokens.slice(cut).join(' ')];
    const word = { index: random.below(12), start: near(segment.start), end: near(segment.end) };
    const set = times(segment, near(segment.start), near(segment.end), {
      ...(previous && random.chance(0.5) ? { previous: refOf(previous) } : {}),
      ...(next && random.chance(0.5) ? { next: refOf(next) } : {}),
      ...(random.chance(0.3) ? { words: [word] } : {}),
    });
    const deeds = {
      times: () => editor.edit(set),
      split: () => editor.edit({ kind: 'split', segment: refOf(segment), before, after }),
      join: () => editor.edit({ kind: 'join', segment: refOf(segment), next: refOf(next ?? segment) }),
      text: () => editor.edit({ kind: 'text', segment: refOf(segment), text: `${before} new ${after}` }),
      undo: () => editor.undo(),
      redo: async () => {
        await editor.undo();
        return editor.redo();
      },
      restore: async () => {
        const [entry] = await editor.history({ segment: segment.id });
        return editor.restoreOne(entry?.id ?? 1, segment.id);
      },
    };
    const name = random.pick([
      'times',
      'times',
      'times',
      'times',
      ...Object.keys(deeds),
    ] as (keyof typeof deeds)[]);
    await deeds[name]().then(
      () => done.add(name),
      ({ status, code }: Refused) => {
        expect([400, 404, 409], code).toContain(status);
        refusals.add(code);
      },
    );
    expectSound(await at.segments(), await at.words(), `step ${step}: ${name}`);
  }
  expect([...done].toSorted()).toEqual(['join', 'redo', 'restore', 'split', 'text', 'times', 'undo']);
  expect([...refusals]).toContain('undo_conflict');
});

function expectSound(
  segments: readonly TimestampedSegment[],
  words: readonly SegmentWords[],
  step: string,
): void {
  let reached = 0;
  for (const [index, { start, end, text }] of segments.entries()) {
    expect(start, step).toBeGreaterThanOrEqual(reached);
    const own = words[index]?.words ?? [];
    expect(own.map(([word]) => word).join(' '), step).toBe(text);
    const moments = [start, ...own.flatMap(([, from, to]) => [from, to]), end];
    expect(moments, step).toEqual(moments.toSorted((a, b) => a - b));
    reached = end;
  }
}
