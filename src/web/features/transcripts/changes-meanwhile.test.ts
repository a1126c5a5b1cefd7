import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { TranscriptId } from '#contract/ids.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { applyChangeEvent } from './changes-meanwhile.ts';
import { changeMutation, transcriptQuery } from './data.ts';

const id = TranscriptId.parse(7);

/** A page that shows a transcript, and a change of it that ends when the test says so. */
function changing() {
  const queryClient = new QueryClient();
  const { queryKey } = transcriptQuery(id);
  // Nothing of it is looked at here.
  queryClient.setQueryData(queryKey, {} as Transcript);
  const { promise, resolve } = Promise.withResolvers<void>();
  const mutation = queryClient.getMutationCache().build(queryClient, {
    ...(changeMutation.mutationKey ? { mutationKey: changeMutation.mutationKey } : {}),
    mutationFn: async (_: { id: TranscriptId }) => promise,
  });
  return {
    queryClient,
    start: () => mutation.execute({ id }),
    end: resolve,
    isStale: () => queryClient.getQueryState(queryKey)?.isInvalidated,
  };
}

describe('what the server tells of a transcript', () => {
  it('is fetched again when nothing is being changed from here', () => {
    const { queryClient, isStale } = changing();
    applyChangeEvent(queryClient, id);
    expect(isStale()).toBe(true);
  });

  it('is not fetched again for our own change', async () => {
    const { queryClient, start, end, isStale } = changing();
    const done = start();
    applyChangeEvent(queryClient, id);
    end();
    await done;
    expect(isStale()).toBe(false);
  });

  it("is fetched again after our own change when somebody else's came meanwhile", async () => {
    const { queryClient, start, end, isStale } = changing();
    const done = start();
    applyChangeEvent(queryClient, id);
    applyChangeEvent(queryClient, id);
    expect(isStale()).toBe(false);
    end();
    await done;
    expect(isStale()).toBe(true);
  });
});
