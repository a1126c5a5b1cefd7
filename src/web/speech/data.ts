import { queryOptions, useQuery } from '@tanstack/react-query';
import { listEngines, type UsableEngine } from '#contract/speech-engines.ts';
import { call } from '#web/lib/api.ts';

export const enginesQuery = queryOptions({
  queryKey: ['speech-engines'],
  queryFn: ({ signal }) => call(listEngines, { signal }),
});

const NONE: readonly UsableEngine[] = [];

/** The engines that the user may use, in the order in which they are tried; empty until loaded. */
export function useEngines(): readonly UsableEngine[] {
  return useQuery(enginesQuery).data?.engines ?? NONE;
}
