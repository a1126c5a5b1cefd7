import { expect, it } from 'vitest';
import { TranscriptListItem } from '#contract/transcripts.ts';
import { viewOf } from './view.ts';

const item = (id: number, title: string, rest: Partial<TranscriptListItem> = {}) =>
  TranscriptListItem.parse({
    id,
    title,
    status: 'completed',
    duration: id * 10,
    wordCount: 1,
    accuracy: null,
    sourceType: 'upload',
    sourceUrl: null,
    originalFilename: null,
    errorMessage: null,
    errorCode: null,
    segmentCount: 1,
    progressPercent: 100,
    stage: null,
    runEngine: null,
    projectId: null,
    projectName: null,
    createdAt: `2026-11-0${id}T00:00:00.000Z`,
    ...rest,
  });
const items = [
  item(4, 'apple'),
  item(3, 'Éclair', { status: 'failed' }),
  item(2, 'Banana', { status: 'processing', duration: null }),
  item(1, 'cherry’s œuvre', { duration: 3600 }),
];
// As another server of this interface may say.
const foreign = { ...item(5, 'plum'), status: 'error' } as unknown as TranscriptListItem;
const shownIds = (view: Partial<Parameters<typeof viewOf>[1]>) =>
  viewOf(items, { query: '', status: 'all', sort: 'newest', ...view }).map(({ id }) => id);

it.each([
  [{}, [4, 3, 2, 1]],
  [{ sort: 'oldest' }, [1, 2, 3, 4]],
  [{ sort: 'title' }, [4, 2, 1, 3]],
  [{ sort: 'duration' }, [1, 4, 3, 2]],
  [{ status: 'completed' }, [4, 1]],
  [{ status: 'processing' }, [2]],
  [{ status: 'error' }, [3]],
  [{ query: ' ECL ' }, [3]],
  [{ query: "cherry's oeu\u200b " }, [1]],
  [{ query: 'zzz' }, []],
] as const)('shows for %j the transcripts %j', (view, ids) => expect(shownIds(view)).toEqual(ids));

it('counts an error as failed', () =>
  expect(viewOf([...items, foreign], { query: '', status: 'error', sort: 'oldest' })).toEqual([
    items[1],
    foreign,
  ]));
