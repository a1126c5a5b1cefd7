import { expect, it } from 'vitest';
import { TranscriptId } from '#contract/ids.ts';
import { createDraftStore } from './draft-store.ts';
import type { PendingEdit } from './pending-edits.ts';

const id = TranscriptId.parse(7);
const edit: PendingEdit = { kind: 'text', segmentId: 3, revision: 1, text: '<b>שלום</b>' };

function memory() {
  const map = new Map<string, string>();
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
    key: (index: number) => [...map.keys()][index] ?? null,
    get length() {
      return map.size;
    },
  };
}

it('hands what one window left to another, once', () => {
  const storage = memory();
  createDraftStore(storage, id, 'closed').save([edit]);
  const store = createDraftStore(storage, id, 'mine');
  const [name = ''] = store.others();
  expect(store.take(name)).toEqual([edit]);
  expect(store.others()).toEqual([]);
});

it('leaves nothing behind when everything is saved', () => {
  const storage = memory();
  const store = createDraftStore(storage, id, 'mine');
  store.save([edit]);
  store.save([]);
  expect(storage.map.size).toBe(0);
});

it('looks only at its own transcript, and bears what it cannot read', () => {
  const storage = memory();
  createDraftStore(storage, TranscriptId.parse(77), 'a').save([edit]);
  storage.setItem('tapescript-unsaved:7:broken', '{"no":');
  const store = createDraftStore(storage, id, 'mine');
  expect(store.others()).toEqual(['tapescript-unsaved:7:broken']);
  expect(store.take('tapescript-unsaved:7:broken')).toEqual([]);
});

it('lets people write although the storage is full', () => {
  const storage = {
    ...memory(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  expect(() => createDraftStore(storage, id, 'mine').save([edit])).not.toThrow();
});
