import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TranscriptId } from '#contract/ids.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { forgetProgress, summaryProgressQuery, summaryQuery } from './data.ts';
import { applyToSummaries } from './live-updates.ts';

const id = TranscriptId.parse(1);
const other = TranscriptId.parse(2);
const setUp = () => {
  const client = createQueryClient();
  client.setQueryData(summaryQuery(id).queryKey, null);
  return {
    client,
    percent: (of = id) => client.getQueryData(summaryProgressQuery(of).queryKey) ?? null,
    isStale: () => client.getQueryState(summaryQuery(id).queryKey)?.isInvalidated,
  };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('shows how far the summary of a transcript is, and reads it again once it is over', () => {
  const { client, percent, isStale } = setUp();
  applyToSummaries(client, { type: 'summary.progress', id, percent: 40 });
  expect([percent(), percent(other), isStale()]).toEqual([40, null, false]);
  applyToSummaries(client, { type: 'summary.changed', id });
  expect([percent(), isStale()]).toEqual([null, true]);
});

it('gives up a summary of which nothing more is heard', () => {
  const { client, percent, isStale } = setUp();
  applyToSummaries(client, { type: 'summary.progress', id, percent: 40 });
  vi.advanceTimersByTime(20_000);
  applyToSummaries(client, { type: 'summary.progress', id, percent: 50 });
  vi.advanceTimersByTime(20_000);
  expect(percent()).toBe(50);
  vi.advanceTimersByTime(20_000);
  expect([percent(), isStale()]).toEqual([null, true]);
});

it('knows nothing after an interruption, and asks', () => {
  const { client, percent, isStale } = setUp();
  applyToSummaries(client, { type: 'summary.progress', id, percent: 40 });
  forgetProgress(client);
  expect([percent(), isStale()]).toEqual([null, true]);
});

it('asks whether the summary is outdated when the text was edited', () => {
  const { client, isStale } = setUp();
  applyToSummaries(client, { type: 'transcript.changed', id });
  expect(isStale()).toBe(true);
});
