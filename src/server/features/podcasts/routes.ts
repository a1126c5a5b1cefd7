import type { FastifyInstance } from 'fastify';
import { listEpisodes, searchPodcasts, transcribePodcast } from '#contract/podcasts.ts';
import { TranscriptionOptions } from '#contract/transcription-options.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { perPerson } from '../../http/rate-limit.ts';
import { pageOfEpisodes, transcribeEpisode } from './service.ts';

/** While a user types, the screen searches a few times a second. */
const SEARCHES_A_MINUTE = 120;
const PAGES_A_MINUTE = 120;
const TRANSCRIPTIONS_A_MINUTE = 30;

type PodcastDeps = Pick<Deps, 'db' | 'jobs' | 'events' | 'outbound' | 'podcasts'>;

export function podcastRoutes(app: FastifyInstance, deps: PodcastDeps): void {
  mount(
    app,
    searchPodcasts,
    async ({ body }) => ({ results: await deps.podcasts.search(body.query, body) }),
    perPerson(SEARCHES_A_MINUTE),
  );

  mount(
    app,
    listEpisodes,
    ({ params, query }) => pageOfEpisodes(deps, params.id, query),
    perPerson(PAGES_A_MINUTE),
  );

  mount(
    app,
    transcribePodcast,
    async ({ body }, { actor }) => ({
      transcriptId: await transcribeEpisode(deps, actor, {
        ...body,
        options: TranscriptionOptions.parse(body),
      }),
    }),
    perPerson(TRANSCRIPTIONS_A_MINUTE),
  );
}
