import { sql as query } from 'drizzle-orm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { z } from 'zod';
import { editTranscript, undoEdit } from '#contract/edits.ts';
import type { LiveEvent } from '#contract/events.ts';
import type { ProjectId, TranscriptId } from '#contract/ids.ts';
import {
  MAX_NOTE_LENGTH,
  MAX_NOTE_REPLIES,
  MAX_NOTES,
  MAX_OWN_NOTE_REPLIES,
  MAX_OWN_NOTES,
  NOTE_REPLIES_PAGE_SIZE,
  NOTES_PAGE_SIZE,
} from '#contract/limits.ts';
import {
  createNote,
  createReply,
  deleteNote,
  deleteReply,
  listNotes,
  type NewNote,
  type Note,
  updateNote,
  updateReply,
} from '#contract/notes.ts';
import { createProject, removeCollaborator, updateCollaborator } from '#contract/projects.ts';
import { searchNotes, searchTranscripts } from '#contract/search.ts';
import {
  deleteTranscript,
  getTranscript,
  listTranscripts,
  restoreVersion,
  transcribeAgain,
} from '#contract/transcripts.ts';
import type { Person } from '#tests/support/person.ts';
import { seedTranscript, withProject } from '#tests/support/projects.ts';
import { rewrite, withTalk } from '#tests/support/talk.ts';
import { hear, openWindow } from '#tests/support/windows.ts';
import { allNotes } from '#web/features/notes/note-pages.ts';

/** What somebody does with the notes of a transcript. */
function notesOf(person: Person, id: TranscriptId) {
  const params = { id };
  const segments = async () => (await person.call(getTranscript, { params })).timestampedTranscript;
  const partOn = async (words: string) => {
    const segment = (await segments()).find(({ text }) => text.includes(words));
    if (!segment) throw new Error(`Nobody says ${words}.`);
    const start = segment.text.indexOf(words);
    return {
      segment: { id: segment.id, revision: segment.revision },
      start,
      end: start + words.length,
    };
  };
  const add = (body: z.input<typeof NewNote>) => person.call(createNote, { params, body });
  return {
    segments,
    partOn,
    add,
    list: () =>
      allNotes((after) => person.call(listNotes, { params, query: after === null ? {} : { after } })),
    highlight: async (words: string, color: NonNullable<Note['color']> = 'yellow') =>
      add({ kind: 'highlight', color, parts: [await partOn(words)] }),
    comment: async (words: string, text: string) =>
      add({ kind: 'comment', text, parts: [await partOn(words)] }),
    change: (noteId: Note['id'], body: z.input<NonNullable<typeof updateNote.body>>) =>
      person.call(updateNote, { params: { id, noteId }, body }),
    reply: (noteId: Note['id'], text: string) =>
      person.call(createReply, { params: { id, noteId }, body: { text } }),
    remove: (noteId: Note['id']) => person.call(deleteNote, { params: { id, noteId } }),
  };
}

async function withNotes() {
  const test = await withTalk();
  return { ...test, notes: notesOf(test.ann, test.id) };
}

/** A transcript of Ann's in a project that Eve may edit and Vic may view. */
async function withMembers() {
  const test = await withProject();
  const id = await seedTranscript(test, test.ann, { project: test.id });
  return {
    ...test,
    project: test.params,
    transcript: id,
    anns: notesOf(test.ann, id),
    eves: notesOf(test.eve, id),
    vics: notesOf(test.vic, id),
  };
}

const idOf = ({ user }: Person) => user?.id as NonNullable<Person['user']>['id'];

/** A note's words in the current text. */
async function wordsNow(notes: ReturnType<typeof notesOf>, { parts }: Note): Promise<string> {
  const segments = await notes.segments();
  return parts
    .map(({ segment, start, end, text }) => {
      const now = segments.find(({ id }) => id === segment.id);
      expect(now?.revision).toBe(segment.revision);
      expect(now?.text.slice(start, end)).toBe(text);
      return text;
    })
    .join(' | ');
}

describe('notes', () => {
  it('are highlights and comments on words, listed in order of time', async () => {
    const { notes } = await withNotes();
    const [first, second] = await notes.segments();
    const late = await notes.comment(second?.text.slice(0, 10) ?? '', '  Who says that?\n');
    expect(late).toMatchObject({
      kind: 'comment',
      color: null,
      text: 'Who says that?',
      author: { name: 'Ann', isYou: true },
      state: 'same',
      quote: second?.text.slice(0, 10).trim(),
      resolvedBy: null,
      editedAt: null,
      replies: [],
      abilities: { edit: true, resolve: true, delete: true },
    });
    const early = await notes.highlight('Thank you', 'pink');
    expect(early).toMatchObject({
      color: 'pink',
      text: '',
      quote: 'Thank you',
      start: first?.start,
      abilities: { edit: true, resolve: false, delete: true },
    });
    expect(await notes.list()).toEqual([early, late]);
  });

  it('may overlap and span segments; spaces around the words do not count', async () => {
    const { notes } = await withNotes();
    const [first, second] = await notes.segments();
    if (!first || !second) throw new Error('There are no segments.');
    const refOf = ({ id, revision }: typeof first) => ({ id, revision });
    const across = await notes.add({
      kind: 'highlight',
      color: 'blue',
      parts: [
        { segment: refOf(first), start: first.text.lastIndexOf(' '), end: first.text.length },
        { segment: refOf(second), start: 0, end: second.text.indexOf(' ') + 1 },
      ],
    });
    const last = first.text.split(' ').at(-1) ?? '';
    expect(across.quote).toBe(`${last} ${second.text.split(' ')[0]}`);
    expect(across.parts[0]?.start).toBe(first.text.length - last.length);
    await notes.highlight(last, 'green');
    expect(await notes.list()).toHaveLength(2);
  });

  it('change a highlight’s color when the same words are highlighted again', async () => {
    const { notes } = await withNotes();
    const first = await notes.highlight('Thank you', 'yellow');
    expect(await notes.highlight('Thank you', 'green')).toEqual({ ...first, color: 'green' });
    await notes.comment('Thank you', 'Polite.');
    await notes.comment('Thank you', 'Polite.');
    expect(await notes.list()).toHaveLength(3);
  });

  it('can be changed and deleted, and are gone with their transcript', async () => {
    const { ann, params, notes, sql } = await withNotes();
    const { id } = await notes.comment('Thank you', 'Polite.');
    expect(await notes.change(id, { text: 'Very polite.' })).toMatchObject({
      text: 'Very polite.',
      editedAt: expect.any(String),
    });
    await notes.reply(id, 'Yes.');
    const mark = await notes.highlight('Thank you');
    expect(await notes.change(mark.id, { color: 'purple', text: 'Look.' })).toMatchObject({
      color: 'purple',
      text: 'Look.',
    });
    expect(await notes.change(mark.id, {})).toMatchObject({ color: 'purple' });
    await notes.remove(mark.id);
    await expect(notes.change(mark.id, { text: 'Late' })).rejects.toMatchObject({ code: 'note_not_found' });
    expect(await notes.list()).toMatchObject([{ id, replies: [{ text: 'Yes.' }] }]);
    await ann.call(deleteTranscript, { params });
    expect(await sql('select from notes where id = $1', [id])).toEqual([]);
  });

  it.each([
    [{ text: '' }, 'comment_empty'],
    [{ color: 'red' }, 'invalid_input'],
    [{ color: 'blue' }, 'note_not_highlight'],
    [{ text: 'x'.repeat(MAX_NOTE_LENGTH + 1) }, 'invalid_input'],
    [{ isResolved: 'yes' }, 'invalid_input'],
  ])('refuse the change %j of a comment', async (change, code) => {
    const { notes } = await withNotes();
    const { id } = await notes.comment('Thank you', 'Polite.');
    await expect(notes.change(id, change as { text: string })).rejects.toMatchObject({ code });
    expect(await notes.list()).toMatchObject([{ text: 'Polite.', color: null, editedAt: null }]);
  });

  it('refuse words that are none, too many, edited meanwhile or not there', async () => {
    const { notes, ann, id } = await withNotes();
    const part = await notes.partOn('Thank you');
    const on = (...parts: (typeof part)[]) => notes.add({ kind: 'highlight', color: 'yellow', parts });
    await expect(on()).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(on({ ...part, start: 5, end: 6 })).rejects.toMatchObject({ code: 'note_without_words' });
    await expect(on({ ...part, start: 9, end: 3 })).rejects.toMatchObject({ code: 'note_without_words' });
    await expect(on({ ...part, start: 1e6, end: 2e6 })).rejects.toMatchObject({ code: 'note_without_words' });
    await expect(on(part, part)).rejects.toMatchObject({ code: 'note_words_changed' });
    await expect(on({ ...part, segment: { id: 999_999_999, revision: 1 } })).rejects.toMatchObject({
      status: 409,
      code: 'note_words_changed',
    });
    await expect(on(...Array.from({ length: 201 }, () => part))).rejects.toMatchObject({
      code: 'invalid_input',
    });
    await expect(notes.comment('Thank you', ' \n ')).rejects.toMatchObject({
      message: 'Please write something.',
    });
    await rewrite(ann, id, 0, `Thank you. ${'Word after word. '.repeat(100)}`);
    await expect(on(part)).rejects.toMatchObject({ code: 'note_words_changed' });
    const long = { ...(await notes.partOn('Thank you')), start: 0, end: 1500 };
    await expect(on(long)).rejects.toMatchObject({ code: 'note_quote_too_long' });
    expect(await notes.list()).toEqual([]);
  });

  it('are left to others and to the owner when somebody has added their share', async () => {
    const { anns, eves, vics, vic, transcript, sql } = await withMembers();
    const kept = await anns.comment('Thank you', 'Polite.');
    const fill = (userId: number | null, all: number) =>
      sql(
        `insert into notes (transcript_id, user_id, kind, color, text, normalized, quote, parts, start_ms, end_ms, version)
        select $1, $2, 'highlight', 'yellow', '', '', 'Thank', '[]', 0, 1, 1 from generate_series(1, $3)`,
        [transcript, userId, all],
      );
    const fillReplies = (userId: number | null, all: number) =>
      sql(
        `insert into note_replies (note_id, user_id, text, normalized) select $1, $2, 'Yes.', 'yes.' from generate_series(1, $3)`,
        [kept.id, userId, all],
      );
    await fill(idOf(vic), MAX_OWN_NOTES);
    await fillReplies(idOf(vic), MAX_OWN_NOTE_REPLIES);
    await expect(vics.highlight('you')).rejects.toMatchObject({ code: 'too_many_own_notes' });
    await expect(vics.reply(kept.id, 'No.')).rejects.toMatchObject({ code: 'too_many_own_replies' });
    await eves.highlight('you');
    await eves.reply(kept.id, 'No.');
    await fill(null, MAX_NOTES - 2 * MAX_OWN_NOTES - 2);
    await fillReplies(null, MAX_NOTE_REPLIES - 2 * MAX_OWN_NOTE_REPLIES - 1);
    await expect(eves.highlight('Thank')).rejects.toMatchObject({ code: 'too_many_own_notes' });
    await expect(eves.reply(kept.id, 'Well.')).rejects.toMatchObject({ code: 'too_many_own_replies' });
    await anns.highlight('Thank');
    await anns.reply(kept.id, 'Well.');
  });

  it('have limits, which say what to do', async () => {
    const { notes, sql, id } = await withNotes();
    const kept = await notes.comment('Thank you', 'Polite.');
    await sql(
      `insert into notes (transcript_id, kind, color, text, normalized, quote, parts, start_ms, end_ms, version)
      select $1, 'highlight', 'yellow', '', '', 'Thank', '[]', 0, 1, 1 from generate_series(2, $2)`,
      [id, MAX_NOTES],
    );
    await sql(
      `insert into note_replies (note_id, text, normalized) select $1, 'Yes.', 'yes.' from generate_series(1, $2)`,
      [kept.id, MAX_NOTE_REPLIES],
    );
    await expect(notes.highlight('you')).rejects.toMatchObject({
      status: 409,
      message: 'A transcript can have at most 2,000 highlights and comments. Delete one of them first.',
    });
    await expect(notes.reply(kept.id, 'Yes.')).rejects.toMatchObject({ code: 'too_many_replies' });
    const listed = await notes.list();
    expect(listed).toHaveLength(MAX_NOTES);
    expect(listed.find((note) => note.id === kept.id)?.replies).toHaveLength(MAX_NOTE_REPLIES);
    await notes.remove(kept.id);
    await notes.highlight('you');
  });

  it('come two hundred at once while another person reads a list', async () => {
    const { person, notes, id, ann } = await withNotes();
    const bob = await person('Bob');
    await rewrite(ann, id, 0, 'x'.repeat(300));
    const { segment } = await notes.partOn('xxx');
    const bodies = Array.from({ length: 200 }, (_, start) => ({
      kind: 'highlight' as const,
      color: 'yellow' as const,
      parts: [{ segment, start, end: 300 }],
    }));
    const added = Promise.all(bodies.map((body) => ann.call(createNote, { params: { id }, body })));
    expect(await bob.call(listTranscripts, { query: {} })).toEqual([]);
    await added;
    const starts = (await notes.list()).map(({ parts }) => parts[0]?.start ?? -1);
    expect(starts.toSorted((a, b) => a - b)).toEqual(bodies.map((_, start) => start));
  });
});

describe('the words of a note', () => {
  it('are looked up when the lock of the transcript has been released, so that nobody waits for that', async () => {
    const { notes, sql, id, deps } = await withNotes();
    const isFree = async () => {
      const [row] = await sql('select id from transcripts where id = $1 for update skip locked', [id]);
      return row !== undefined;
    };
    // Whoever reads a note reads its replies, too.
    const { adding } = await deps.db.transaction(async (tx) => {
      await tx.execute(query`lock table note_replies in access exclusive mode`);
      const adding = notes.highlight('Thank you');
      await expect.poll(() => sql('select from notes where transcript_id = $1', [id])).toHaveLength(1);
      expect(await isFree()).toBe(true);
      return { adding };
    });
    expect(await adding).toMatchObject({ quote: 'Thank you', state: 'same' });
  });

  it('are found by another process when the text that was edited is long', async () => {
    const { notes, id, ann } = await withNotes();
    await notes.highlight('Thank you');
    await rewrite(ann, id, 0, `Thank you, thank you. ${'la '.repeat(6000)}`);
    expect(await notes.list()).toMatchObject([{ state: 'same', quote: 'Thank you' }]);
  });

  it('are followed through edits, splits, joins, undo and replace', async () => {
    const { ann, params, notes } = await withNotes();
    const [first, second] = await notes.segments();
    if (!first || !second) throw new Error('There are no segments.');
    const [, ...words] = first.text.split(' ');
    const quote = words.slice(1, 4).join(' ');
    await notes.highlight(quote);
    const now = async () => {
      const [note] = await notes.list();
      if (!note) throw new Error('The note is lost.');
      return [note.state, await wordsNow(notes, note)];
    };
    const edit = (body: z.input<typeof editTranscript.body & {}>) =>
      ann.call(editTranscript, { params, body });
    const ref = async (index: number) => {
      const segment = (await notes.segments())[index];
      return { id: segment?.id ?? 0, revision: segment?.revision ?? 0 };
    };
    await edit({ kind: 'text', segment: await ref(0), text: `Well, well, ${first.text}` });
    expect(await now()).toEqual(['same', quote]);
    const [before = '', after = ''] = [
      `Well, well, ${first.text.slice(0, first.text.indexOf(quote) + quote.indexOf(' '))}`,
      first.text.slice(first.text.indexOf(quote) + quote.indexOf(' ')),
    ];
    await edit({ kind: 'split', segment: await ref(0), before, after });
    expect(await now()).toEqual(['same', quote.replace(' ', ' | ')]);
    await edit({ kind: 'join', segment: await ref(0), next: await ref(1) });
    expect(await now()).toEqual(['same', quote]);
    await edit({ kind: 'speaker', segments: [(await ref(0)).id], speaker: null });
    expect(await now()).toEqual(['same', quote]);
    const [small = ''] = quote.split(' ');
    await edit({ kind: 'replace', query: small, replacement: 'zebra', wholeWord: true });
    expect(await now()).toEqual(['changed', quote.replace(small, 'zebra')]);
    await edit({ kind: 'text', segment: await ref(0), text: 'Nothing of it.' });
    expect(await notes.list()).toMatchObject([
      { state: 'gone', parts: [], quote, start: expect.any(Number) },
    ]);
    for (let step = 0; step < 3; step += 1) await ann.call(undoEdit, { params });
    expect(await now()).toEqual(['same', quote]);
  });

  it('are found when the recording is transcribed again and when the old text is restored', async () => {
    const { ann, id, params, notes } = await withNotes();
    await notes.comment('Thank you', 'Polite.');
    await rewrite(ann, id, 1, 'Zebras graze on the plain.');
    await notes.highlight('Zebras graze');
    await ann.call(transcribeAgain, { params, body: {} });
    await ann.settled(id);
    await expect.poll(async () => (await ann.call(getTranscript, { params })).version).toBe(2);
    expect(await notes.list()).toMatchObject([
      { quote: 'Thank you', state: 'same', text: 'Polite.' },
      { quote: 'Zebras graze', state: 'gone', parts: [] },
    ]);
    await ann.call(restoreVersion, { params: { id, version: 1 } });
    expect(await notes.list()).toMatchObject([{ state: 'same' }, { state: 'same', quote: 'Zebras graze' }]);
  });
});

describe('members of a project', () => {
  it('see each other’s notes, answer comments, and change only their own', async () => {
    const { ann, eve, transcript, anns, eves, vics } = await withMembers();
    const comment = await vics.comment('Hello', 'Who is this?');
    expect(await eves.list()).toMatchObject([
      {
        author: { name: 'Vic', isYou: false },
        abilities: { edit: false, resolve: true, delete: false },
      },
    ]);
    await eves.reply(comment.id, 'Ann.');
    const [seen] = await anns.list();
    expect(seen).toMatchObject({
      abilities: { edit: false, resolve: true, delete: true },
      replies: [
        { author: { name: 'Eve', isYou: false }, text: 'Ann.', abilities: { edit: false, delete: true } },
      ],
    });
    const replyId = seen?.replies[0]?.id as Note['replies'][0]['id'];
    const params = { id: transcript, noteId: comment.id, replyId };
    const late = ann.call(updateReply, { params, body: { text: 'Not Ann.' } });
    await expect(late).rejects.toMatchObject({ status: 403, code: 'only_author' });
    const own = await eve.call(updateReply, { params, body: { text: 'It is Ann.' } });
    expect(own.replies).toMatchObject([{ text: 'It is Ann.', editedAt: expect.any(String) }]);
    await expect(eves.change(comment.id, { text: 'Mine' })).rejects.toMatchObject({ code: 'only_author' });
    await expect(eves.remove(comment.id)).rejects.toMatchObject({ code: 'only_author' });
    expect((await ann.call(deleteReply, { params })).replies).toEqual([]);
    await anns.remove(comment.id);
    await expect(vics.reply(comment.id, 'Thanks')).rejects.toMatchObject({
      status: 404,
      message: 'This note no longer exists.',
    });
  });

  it('resolve and reopen: the author of a comment, and who may edit', async () => {
    const { anns, eves, vics } = await withMembers();
    const { id } = await vics.comment('Hello', 'Who is this?');
    expect(await vics.change(id, { isResolved: true })).toMatchObject({ resolvedBy: 'Vic' });
    expect(await eves.change(id, { isResolved: true })).toMatchObject({ resolvedBy: 'Vic' });
    expect(await eves.change(id, { isResolved: false })).toMatchObject({ resolvedBy: null });
    const hers = await anns.comment('Hello', 'Me.');
    await expect(vics.change(hers.id, { isResolved: true })).rejects.toMatchObject({
      status: 403,
      code: 'forbidden',
    });
    const mark = await vics.highlight('Hello');
    await expect(vics.change(mark.id, { isResolved: true })).rejects.toMatchObject({
      code: 'note_not_comment',
    });
    await expect(vics.reply(mark.id, 'Why?')).rejects.toMatchObject({ code: 'note_not_comment' });
  });

  it('find each other’s notes and replies by their words, and nobody else does', async () => {
    const { ann, eve, vic, sam, project, transcript, eves, vics } = await withMembers();
    const { id } = await eves.comment('Hello', 'A hippopotamus said that.');
    await vics.reply(id, 'The Hippopotamus?');
    const find = (person: Person, projectId?: ProjectId) =>
      person.call(searchNotes, { query: { q: 'hippópotamus', ...(projectId && { projectId }) } });
    const note = (author: string, context: string) => ({
      transcriptId: transcript,
      start: 0,
      author,
      context,
    });
    const found = {
      total: 2,
      notes: [note('Eve', 'A hippopotamus said that.'), note('Vic', 'The Hippopotamus?')],
    };
    for (const person of [ann, eve, vic]) {
      expect(await find(person)).toMatchObject(found);
      expect(await find(person, project.id)).toMatchObject(found);
    }
    expect(await find(sam)).toEqual({ total: 0, notes: [] });
    await expect(find(sam, project.id)).rejects.toMatchObject({ code: 'project_not_found' });
    // They are no results of the search for words, whosever the transcript is.
    for (const person of [ann, eve])
      expect(await person.call(searchTranscripts, { query: { q: 'hippópotamus' } })).toMatchObject({
        totalResults: 0,
        results: [],
      });
    expect((await eve.call(searchTranscripts, { query: { q: 'hello' } })).results).toEqual([]);
    await ann.call(removeCollaborator, { params: { ...project, userId: idOf(vic) } });
    expect(await find(vic)).toEqual({ total: 0, notes: [] });
  });

  it('find them by what people type for their quotation marks, dashes and letters', async () => {
    const { eve, eves, vics } = await withMembers();
    const { id } = await eves.comment('Hello', 'It’s on pages 10–12.');
    await vics.reply(id, 'Straße “Nord”?');
    for (const q of ["it's on", '10-12', 'strasse "nord"'])
      expect((await eve.call(searchNotes, { query: { q } })).total).toBe(1);
  });

  it('hear of changes at once', async () => {
    const test = await withMembers();
    const windows = await Promise.all([test.vic, test.sam].map((person) => openWindow(test, person)));
    await test.eves.comment('Hello', 'Who is this?');
    await test.sam.call(createProject, { body: { name: 'Mark' } });
    const [vics, sams] = windows;
    const isNotes = (event: LiveEvent) => event.type === 'notes.changed';
    if (vics)
      expect(await hear(vics, isNotes)).toContainEqual({ type: 'notes.changed', id: test.transcript });
    if (sams) expect((await hear(sams, ({ type }) => type === 'project.changed')).some(isNotes)).toBe(false);
  });

  it('who lose their role lose the notes; what they wrote stays for the others', async () => {
    const { ann, eve, vic, project, anns, eves, vics } = await withMembers();
    const { id } = await eves.comment('Hello', 'Who is this?');
    await ann.call(updateCollaborator, {
      params: { ...project, userId: idOf(eve) },
      body: { role: 'viewer' },
    });
    expect(await eves.change(id, { text: 'Who?' })).toMatchObject({ text: 'Who?' });
    await ann.call(removeCollaborator, { params: { ...project, userId: idOf(eve) } });
    await ann.call(removeCollaborator, { params: { ...project, userId: idOf(vic) } });
    const calls = [() => eves.list(), () => eves.change(id, { text: 'Still' }), () => vics.reply(id, 'Me')];
    for (const call of calls)
      await expect(call()).rejects.toMatchObject({ status: 404, code: 'transcript_not_found' });
    expect(await anns.list()).toMatchObject([{ text: 'Who?', author: { name: 'Eve' } }]);
  });
});

it('has the times of the database, whatever the clock of this process says', async () => {
  const { ann, id, sql } = await withTalk();
  const notes = notesOf(ann, id);
  const { id: noteId } = await notes.comment('Thank you', 'First.');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 24 * 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  await notes.change(noteId, { text: 'Second.' });
  await notes.change(noteId, { isResolved: true });
  const [row] = await sql(
    `select abs(extract(epoch from edited_at - now())) < 3600 as edited, abs(extract(epoch from resolved_at - now())) < 3600 as resolved
     from notes where id = $1`,
    [noteId],
  );
  expect(row).toEqual({ edited: true, resolved: true });
});

it('answers in pages, on which every note and reply is once, however many there are and whatever is deleted meanwhile', async () => {
  const { ann, id, params, notes, sql } = await withNotes();
  const first = await notes.comment('plan', 'Which one?');
  // Notes with nothing else than their number, of which every third is a comment with some replies.
  await sql(
    `insert into notes (transcript_id, user_id, kind, color, text, normalized, quote, parts, start_ms, end_ms, version)
      select transcript_id, user_id, case when n % 3 = 0 then 'comment' else 'highlight' end,
        case when n % 3 = 0 then null else 'green' end, 'note ' || n, '', quote, parts, start_ms + n, end_ms, version
      from notes, generate_series(1, 120) n where transcript_id = $1`,
    [id],
  );
  await sql(
    `insert into note_replies (note_id, user_id, text, normalized)
      select id, user_id, 'reply ' || n, '' from notes, generate_series(1, case when id = $2 then 250 else 3 end) n
      where transcript_id = $1 and kind = 'comment'`,
    [id, first.id],
  );
  const pages: number[] = [];
  const all = await allNotes(async (after) => {
    const page = await ann.call(listNotes, { params, query: after === null ? {} : { after } });
    expect(page.notes.length).toBeLessThanOrEqual(NOTES_PAGE_SIZE);
    const replies = page.notes.flatMap((note) => note.replies);
    expect(replies.length).toBeLessThanOrEqual(NOTE_REPLIES_PAGE_SIZE);
    pages.push(page.notes.length);
    return page;
  });
  expect(pages.length).toBeGreaterThan(3);
  expect(all.map(({ text }) => text)).toEqual([
    'Which one?',
    ...Array.from({ length: 120 }, (_, index) => `note ${index + 1}`),
  ]);
  expect(all[0]?.replies.map(({ text }) => text)).toEqual(
    Array.from({ length: 250 }, (_, index) => `reply ${index + 1}`),
  );
  expect(new Set(all.slice(1).map(({ kind, replies }) => `${kind} ${replies.length}`))).toEqual(
    new Set(['highlight 0', 'comment 3']),
  );

  const { next } = await ann.call(listNotes, { params });
  await notes.remove(first.id);
  const rest = await ann.call(listNotes, { params, query: { after: next ?? '' } });
  expect(rest.notes[0]?.text).toBe('note 1');
  for (const after of ['', 'x', '1', '1-2-3-4', '99999999999-1'])
    await expect(ann.call(listNotes, { params, query: { after } })).rejects.toMatchObject({
      code: 'invalid_input',
    });
});
