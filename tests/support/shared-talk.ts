import type { TranscriptId } from '#contract/ids.ts';
import { createShare } from '#contract/shares.ts';
import { testApp } from './app.ts';
import { longTalk } from './long-talk.ts';
import { insertTalk } from './project-content.ts';

/** A listening application with a talk of so many words that Ann shares with everybody, and Bob, who has something else to do. */
export async function sharedTalk(words: number) {
  const test = await testApp();
  const [ann, bob] = [await test.person('Ann'), await test.person('Bob')];
  const lines = longTalk({ words, seed: 2 });
  const talk = { projectId: null, userId: Number(ann.user?.id), title: 'Long talk', lines };
  const id = (await insertTalk(test.sql, talk)) as TranscriptId;
  const { shareUrl } = await ann.call(createShare, { params: { id }, body: {} });
  const url = await test.listen();
  return { ...test, ann, bob, id, url, shareId: shareUrl.split('/').at(-1) ?? '' };
}
