import type { FastifyInstance } from 'fastify';
import { searchVideos, transcribeVideo } from '#contract/youtube.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { perPerson } from '../../http/rate-limit.ts';
import { transcribeByLink } from './service.ts';

const SEARCHES_A_MINUTE = 60;
const TRANSCRIPTIONS_A_MINUTE = 30;

export function youtubeRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'jobs' | 'events' | 'videos'>,
): void {
  mount(
    app,
    searchVideos,
    async ({ body }) => ({ results: await deps.videos.search(body.query, body.limit) }),
    perPerson(SEARCHES_A_MINUTE),
  );

  mount(
    app,
    transcribeVideo,
    async ({ body }, { actor }) => ({ transcriptId: await transcribeByLink(deps, actor, body) }),
    perPerson(TRANSCRIPTIONS_A_MINUTE),
  );
}
