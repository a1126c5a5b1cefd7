import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { LiveEvent } from '#contract/events.ts';
import { ProjectId, TranscriptId, UserId } from '#contract/ids.ts';
import { deleteProjectMutation, leaveMutation, projectQuery, projectTranscriptsQuery } from './data.ts';
import { applyToProjects, catchUpProjects } from './live-updates.ts';

const [gone, left, kept] = [ProjectId.parse(1), ProjectId.parse(2), ProjectId.parse(3)];

const EVENTS: LiveEvent[] = [
  ...[gone, left, kept].map((id) => ({ type: 'project.changed', id }) as const),
  { type: 'transcript.changed', id: TranscriptId.parse(4) },
  { type: 'list.changed' },
];

it.each([
  ...EVENTS.map((event) => [event.type, (client: QueryClient) => applyToProjects(client, event)] as const),
  ['a reopened event stream', catchUpProjects] as const,
])('after %s, fetches nothing of a project that is being deleted or left', (_, apply) => {
  const client = new QueryClient();
  const never = { mutationFn: () => new Promise<never>(() => undefined) };
  const mutations = client.getMutationCache();
  void mutations.build(client, { ...deleteProjectMutation, ...never }).execute(gone);
  void mutations.build(client, { ...leaveMutation, ...never }).execute({ id: left, userId: UserId.parse(5) });
  const queries = [gone, left, kept].flatMap((id) => [projectQuery(id), projectTranscriptsQuery(id)]);
  for (const { queryKey } of queries) client.setQueryData<unknown>(queryKey, []);
  apply(client);
  const stale = queries.filter(({ queryKey }) => client.getQueryState(queryKey)?.isInvalidated);
  for (const { queryKey } of stale) expect(queryKey).toContain(kept);
});

it('fetches the lists of transcripts of other projects again', () => {
  const client = new QueryClient();
  const { queryKey } = projectTranscriptsQuery(kept);
  client.setQueryData<unknown>(queryKey, []);
  applyToProjects(client, { type: 'list.changed' });
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
