import { describe, expect, it, onTestFinished } from 'vitest';
import {
  askLibrary,
  type CollectionMessage,
  clearLibraryConversation,
  getLibraryConversation,
  getLibrarySuggestions,
  stopLibraryAnswer,
} from '#contract/collection-chat.ts';
import { READ_SOURCES_LISTED } from '#contract/limits.ts';
import { parseCitations } from '#domain/citation-marks.ts';
import { longTalk } from '#tests/support/long-talk.ts';
import type { Person } from '#tests/support/person.ts';
import {
  idOf,
  readProjectEvents,
  withClaudeInProject,
  withEmptyProject,
  withOwnProject,
  withProject,
} from '#tests/support/project.ts';
import { insertTalk, type NewTalk, type Query } from '#tests/support/project-content.ts';

const ask = async (person: Person, question = 'What is said about the bridge?') =>
  (await person.call(askLibrary, { body: { question } })).message;
const conversationOf = async (person: Person) => (await person.call(getLibraryConversation, {})).messages;
const marksOf = (text: string) => parseCitations(text).filter((piece) => piece.kind !== 'text');
const titlesRead = ({ read }: CollectionMessage) =>
  [...(read?.transcripts ?? []), ...(read?.articles ?? [])].map((each) =>
    'articleTitle' in each ? each.articleTitle : each.transcriptTitle,
  );

/** A transcript outside of all projects in which somebody names a price. */
const havePrivate = (sql: Query, person: Person, talk: Partial<NewTalk> = {}) =>
  insertTalk(sql, {
    projectId: null,
    userId: idOf(person),
    title: 'Interview about the shop',
    lines: [
      { speaker: 'Ann', text: 'How did you pay for the shop in the harbour street?' },
      {
        speaker: 'Eve',
        text: 'I put in twenty-two thousand pounds of savings, and my aunt lent me the rest.',
      },
    ],
    ...talk,
  });

describe('a question about the whole library', () => {
  it("is answered from one's own transcripts and from the transcripts and articles of one's projects", async () => {
    const { ann, ids, sql } = await withProject();
    const shop = await havePrivate(sql, ann);
    const savings = await ask(ann, 'How much savings went into the shop?');
    expect(savings.content).toContain(`[citation:T${shop}:`);
    expect(savings.transcripts).toContainEqual({
      transcriptId: shop,
      transcriptTitle: 'Interview about the shop',
    });
    // A colleague's, in the project.
    const eggs = await ask(ann, 'How many eggs does the queen of the bees lay?');
    expect(eggs.content).toContain(`[citation:T${ids.bees}:`);
    const glass = await ask(ann, 'What will be tried to protect thrushes at the lighthouse?');
    expect(glass.content).toMatch(new RegExp(`\\[article:A${ids.lighthouse}:"[^"]*Thrushes`));
    const messages = await conversationOf(ann);
    expect(messages.map(({ role, askedBy }) => [role, askedBy])).toEqual(
      [savings, eggs, glass].flatMap(() => [
        ['user', 'Ann'],
        ['assistant', null],
      ]),
    );
    expect(messages.filter(({ role }) => role === 'assistant').map(({ content }) => content)).toEqual(
      [savings, eggs, glass].map(({ content }) => content),
    );
  });

  it('says which of the sources were read for it, as they are called now', async () => {
    const { ann, ids, sql } = await withProject();
    const shop = await havePrivate(sql, ann);
    const answer = await ask(ann);
    expect(answer.read).toMatchObject({
      count: { transcripts: 3, articles: 2 },
      outOf: { transcripts: 3, articles: 2 },
    });
    expect(new Set(titlesRead(answer))).toContain('Interview about the shop');
    await sql("update transcripts set title = 'The shop' where id = $1", [shop]);
    await sql('delete from articles where id = $1', [ids.buses]);
    const [question, stored] = await conversationOf(ann);
    expect(question?.read).toBeNull();
    expect(stored?.read?.transcripts).toContainEqual({ transcriptId: shop, transcriptTitle: 'The shop' });
    expect(stored?.read?.articles).toContainEqual({ articleId: ids.buses, articleTitle: null });
  });

  it('reads only what fits the question in a library that is too large to be read whole', async () => {
    const { ann, sql } = await withEmptyProject();
    const userId = idOf(ann);
    for (let at = 0; at < 60; at += 1) {
      const lines = longTalk({ words: 1000, seed: at + 1 });
      await insertTalk(sql, { projectId: null, userId, title: `Talk ${at}`, lines });
    }
    const shop = await havePrivate(sql, ann);
    const answer = await ask(ann, 'How much of the savings went into the shop?');
    expect(answer.content).toContain(`[citation:T${shop}:`);
    expect(answer.read?.outOf).toEqual({ transcripts: 61, articles: 0 });
    expect(answer.read?.count.transcripts).toBeLessThan(61);
    expect(titlesRead(answer)).toContain('Interview about the shop');
    const read = answer.read?.transcripts.map(({ transcriptId }) => transcriptId) ?? [];
    for (const { transcriptId } of answer.transcripts) expect(read).toContain(transcriptId);
  });

  it('lists at most a hundred sources that were read, and counts the others', async () => {
    const { ann, sql } = await withEmptyProject();
    const lines = [{ speaker: 'Ann', text: 'A short note about the bridge.' }];
    for (let at = 0; at < READ_SOURCES_LISTED + 5; at += 1)
      await insertTalk(sql, { projectId: null, userId: idOf(ann), title: `Note ${at}`, lines });
    const { read } = await ask(ann);
    expect(read?.transcripts).toHaveLength(READ_SOURCES_LISTED);
    expect(read?.count.transcripts).toBe(READ_SOURCES_LISTED + 5);
  });

  it('never reads what the person may not ask about, and forgets what they may no longer', async () => {
    const { ann, ed, vic, stan, id, ids, sql } = await withProject();
    await havePrivate(sql, ann);
    // Ed edits the project, Vic only views it, Stan is not in it.
    const ofEd = await ask(ed, 'How much savings went into the shop?');
    expect(titlesRead(ofEd)).not.toContain('Interview about the shop');
    expect(ofEd.read?.outOf).toEqual({ transcripts: 2, articles: 2 });
    for (const person of [vic, stan]) {
      await expect(ask(person)).rejects.toMatchObject({ status: 409, code: 'library_empty' });
      expect(await person.call(getLibrarySuggestions, {})).toMatchObject({ suggestions: [] });
      expect(await conversationOf(person)).toEqual([]);
    }
    const bridge = await ask(ed, 'When will the harbour bridge be opened?');
    expect(bridge.content).toContain(`[citation:T${ids.council}:`);
    await sql('delete from members where project_id = $1 and user_id = $2', [id, idOf(ed)]);
    const stored = (await conversationOf(ed)).at(-1);
    expect(stored?.transcripts).toContainEqual({ transcriptId: ids.council, transcriptTitle: null });
    expect(stored?.outdatedMoments).toEqual([]);
    // His own stays his, wherever it was.
    const left = await ask(ed);
    expect(left.read?.outOf).toEqual({ transcripts: 1, articles: 0 });
  });

  it('is refused when it is none, and while another one is being answered', async () => {
    const { ann, stan, claude } = await withClaudeInProject();
    for (const question of ['', ' \n\t', 'x'.repeat(4001)])
      await expect(ask(ann, question)).rejects.toMatchObject({ status: 400 });
    const { promise, resolve } = Promise.withResolvers<void>();
    const blocks = [{ text: 'Half ', citations: [{ start: 0, end: 1 }] }];
    claude.reply({ kind: 'held', blocks, until: promise, rest: [{ text: 'and half.' }] });
    const first = ask(ann);
    await conversationUntil(ann, (messages) => messages.at(-1)?.state === 'pending');
    await expect(ask(ann)).rejects.toMatchObject({ status: 409, code: 'library_answer_pending' });
    // Another person's is another conversation.
    await expect(ask(stan)).rejects.toMatchObject({ code: 'library_empty' });
    resolve();
    expect((await first).content).toContain('and half.');
  });

  it('can be stopped, and is not written into a cleared conversation', async () => {
    const { ann, claude } = await withClaudeInProject();
    claude.reply({ kind: 'silent' });
    const stopped = ask(ann);
    await conversationUntil(ann, (messages) => messages.at(-1)?.state === 'pending');
    await ann.call(stopLibraryAnswer, {});
    expect(await stopped).toMatchObject({ state: 'stopped' });
    claude.reply({ kind: 'silent' });
    const cleared = ask(ann);
    await conversationUntil(ann, (messages) => messages.at(-1)?.state === 'pending');
    await ann.call(clearLibraryConversation, {});
    expect(await cleared).toMatchObject({ state: 'stopped' });
    expect(await conversationOf(ann)).toEqual([]);
    await ann.call(stopLibraryAnswer, {});
  });

  it("comes as it is written, and only the person's own windows hear of it", async () => {
    const { ann, deps } = await withClaudeInProject();
    const heard: number[][] = [];
    const end = deps.events.subscribe((message) => {
      if (message.kind === 'live' && message.event.type === 'library.chat') heard.push(message.userIds);
    });
    onTestFinished(end);
    const response = await ann.app.inject({
      method: 'POST',
      url: '/api/library/chat',
      headers: { cookie: ann.cookie, accept: 'text/event-stream' },
      payload: { question: 'What is said about the bridge?' },
    });
    const events = readProjectEvents(response.body);
    expect(events.filter(({ type }) => type === 'text').length).toBeGreaterThan(3);
    const [, stored] = await conversationOf(ann);
    expect(events.at(-1)).toEqual({ type: 'done', message: { ...stored, timestamp: expect.any(String) } });
    await expect.poll(() => heard.length).toBeGreaterThanOrEqual(2);
    for (const userIds of heard) expect(userIds).toEqual([idOf(ann)]);
  });

  it('offers questions that the library can answer', async () => {
    const { ann, sql } = await withProject();
    await havePrivate(sql, ann);
    const { suggestions } = await ann.call(getLibrarySuggestions, {});
    expect(suggestions.length).toBeGreaterThan(0);
    const [first = ''] = suggestions;
    expect(marksOf((await ask(ann, first)).content).length).toBeGreaterThan(0);
  });

  it('goes with the account', async () => {
    const { ann, sql } = await withOwnProject();
    await ask(ann);
    await sql('delete from users where id = $1', [idOf(ann)]);
    expect(await sql('select 1 from messages where library_of is not null')).toEqual([]);
  });
});

async function conversationUntil(
  person: Person,
  isSo: (messages: readonly CollectionMessage[]) => boolean,
): Promise<void> {
  while (!isSo(await conversationOf(person))) await new Promise((resolve) => setTimeout(resolve, 20));
}
