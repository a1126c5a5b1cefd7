import { existsSync } from 'node:fs';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { LIVE_TEXT_PATH } from '#contract/live-text.ts';
import { AppError } from './app-error.ts';
import type { Deps } from './deps.ts';
import { apiKeyRoutes } from './features/api-keys/routes.ts';
import { articleRoutes } from './features/articles/routes.ts';
import { assistantRoutes } from './features/assistants/routes.ts';
import { authenticateRequests, hasSession } from './features/auth/access.ts';
import { authRoutes } from './features/auth/routes.ts';
import { chatRoutes } from './features/chat/routes.ts';
import { clipRoutes } from './features/clips/routes.ts';
import { collectionChatRoutes } from './features/collection-chat/routes.ts';
import { editingRoutes } from './features/editing/routes.ts';
import { eventRoutes } from './features/events/routes.ts';
import { createFirstLook } from './features/first-look/service.ts';
import { healthRoutes } from './features/health/routes.ts';
import { importRoutes } from './features/imports/routes.ts';
import { liveTextRoutes } from './features/live-text/routes.ts';
import type { LiveLimits } from './features/live-text/serve-microphone.ts';
import { mcpRoutes } from './features/mcp/routes.ts';
import { mediaRoutes } from './features/media/routes.ts';
import { noteRoutes } from './features/notes/routes.ts';
import { podcastRoutes } from './features/podcasts/routes.ts';
import { presenceRoutes } from './features/presence/routes.ts';
import { createPresence } from './features/presence/service.ts';
import { projectRoutes } from './features/projects/routes.ts';
import { recordingRoutes } from './features/recordings/routes.ts';
import { searchRoutes } from './features/search/routes.ts';
import { shareRoutes } from './features/shares/routes.ts';
import { speakerRoutes } from './features/speakers/routes.ts';
import { speechEngineRoutes } from './features/speech-engines/routes.ts';
import { speechServerRoutes } from './features/speech-server/routes.ts';
import { summaryRoutes } from './features/summary/routes.ts';
import { tokenRoutes } from './features/tokens/routes.ts';
import { transcriptRoutes } from './features/transcripts/routes.ts';
import { uploadRoutes } from './features/uploads/routes.ts';
import { youtubeRoutes } from './features/youtube/routes.ts';
import { SECURITY_SCHEMES } from './http/docs/callers.ts';
import { serveDocs } from './http/docs/routes.ts';
import { rememberConnections } from './http/drain.ts';
import { setErrorHandlers } from './http/error-handler.ts';
import { refuseForeignHosts } from './http/host.ts';
import { serveMetrics } from './http/metrics.ts';
import { refuseForeignOrigins } from './http/origin.ts';
import { servePages } from './http/pages.ts';
import { clientAddressOf } from './http/rate-limit.ts';
import { RateLimitStore } from './http/rate-limit-store.ts';
import { refuseSlowBodies } from './http/slow-body.ts';
import { answerInTurn } from './http/turns.ts';
import { opensWebSocket, UNREADABLE } from './http/unreadable.ts';
import { VERSION } from './version.ts';

/** No JSON body comes near this size; files have routes of their own. */
const BODY_LIMIT = 1_000_000;
/**
 * Takes half the time of the default (6) for 3% more bytes, measured on an hour's transcript, where compression is half the cost
 * of the response.
 */
const GZIP_LEVEL = 4;

/** How long a request's headers may take to arrive, and the body of any request that is not a file upload. */
const REQUEST_PATIENCE = { headersMs: 60_000, bodyMs: 60_000 };

interface AppOptions {
  pagesDir?: string;
  patience?: typeof REQUEST_PATIENCE;
  liveText?: LiveLimits;
}

/** Builds the web application from the given parts, without listening: plugins, then each feature's routes, listed by hand. */
export async function buildApp(
  deps: Deps,
  { pagesDir, patience = REQUEST_PATIENCE, liveText }: AppOptions = {},
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log,
    bodyLimit: BODY_LIMIT,
    trustProxy: [...deps.config.trustedProxies],
    // Requests in progress may finish (drain.ts).
    forceCloseConnections: 'idle',
    // An upload may take half an hour, but it must not stall.
    requestTimeout: 0,
    connectionTimeout: 120_000,
    http: {
      headersTimeout: patience.headersMs,
      connectionsCheckingInterval: patience.headersMs / 4,
      shouldUpgradeCallback: (request) => opensWebSocket(request, LIVE_TEXT_PATH),
    },
    ...UNREADABLE,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 300 },
  });
  app.setValidatorCompiler<z.ZodType>((route) => {
    const validate = validatorCompiler(route);
    // Fastify passes null for a call without a body, and schema defaults do not apply to null.
    return (data) => validate(data ?? undefined);
  });
  app.setSerializerCompiler(serializerCompiler);
  setErrorHandlers(app);
  rememberConnections(app);
  refuseForeignHosts(app, deps.config);
  refuseSlowBodies(app, patience.bodyMs);
  await registerPlugins(app, deps.store.addresses?.origin);
  serveMetrics(app, deps);
  answerInTurn(app);
  refuseForeignOrigins(app, deps.config.publicUrl);
  authenticateRequests(app, deps);

  // Uses connections that nothing else can take.
  const always = { ...deps, db: deps.reservedDb };
  healthRoutes(app, always);
  authRoutes(app, always);
  uploadRoutes(app, deps);
  recordingRoutes(app, deps);
  importRoutes(app, deps);
  liveTextRoutes(app, deps, liveText);
  podcastRoutes(app, deps);
  youtubeRoutes(app, deps);
  articleRoutes(app, deps);
  searchRoutes(app, deps);
  transcriptRoutes(app, deps);
  editingRoutes(app, deps);
  noteRoutes(app, deps);
  projectRoutes(app, deps);
  shareRoutes(app, deps);
  clipRoutes(app, deps);
  speakerRoutes(app, deps);
  summaryRoutes(app, deps);
  chatRoutes(app, deps);
  collectionChatRoutes(app, deps);
  tokenRoutes(app, deps);
  mcpRoutes(app, deps);
  assistantRoutes(app, deps);
  apiKeyRoutes(app, deps);
  speechEngineRoutes(app, deps);
  speechServerRoutes(app, deps);
  mediaRoutes(app, deps);
  const presence = createPresence(deps);
  presenceRoutes(app, deps, presence);
  eventRoutes(app, deps, presence);
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger());
  await serveDocs(app);

  if (pagesDir && existsSync(pagesDir))
    await servePages(
      app,
      { folder: pagesDir, maxUploadBytes: deps.config.maxUploadBytes },
      hasSession,
      createFirstLook(app, deps),
    );
  else app.setNotFoundHandler(() => Promise.reject(new AppError('not_found')));
  return app;
}

/** What a worker serves where METRICS_PORT is set: its health and its metrics. */
export async function buildWorkerApp(deps: Deps): Promise<FastifyInstance> {
  const app = Fastify({ loggerInstance: deps.log, forceCloseConnections: true });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  setErrorHandlers(app);
  serveMetrics(app, deps);
  healthRoutes(app, deps);
  return app;
}

async function registerPlugins(app: FastifyInstance, storeOrigin: string | undefined): Promise<void> {
  // Uploads and playback go straight to the media store if it has addresses of its own.
  const store = storeOrigin ? [storeOrigin] : [];
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        // YouTube's player, loaded when somebody plays a video. Only these two paths: other scripts on that host run whatever
        // their address says.
        'script-src': ["'self'", 'https://www.youtube.com/iframe_api', 'https://www.youtube.com/s/'],
        'frame-src': ['https://www.youtube-nocookie.com', 'https://www.youtube.com'],
        // Radix sets inline styles on the elements it opens.
        'style-src': ["'self'", "'unsafe-inline'"],
        // Podcast and video images may come from any host.
        'img-src': ["'self'", 'data:', 'blob:', 'https:'],
        // The page makes the manifest itself, with the icons that it draws (web/app/app-icon.tsx).
        'manifest-src': ["'self'", 'blob:'],
        'connect-src': ["'self'", ...store],
        'media-src': ["'self'", 'blob:', ...store],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  // Nearly every response is private; what may be cached (pages, their files, recordings for an hour) sets its own header.
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));
  await app.register(cookie);
  await app.register(compress, { threshold: 1024, encodings: ['gzip'], zlibOptions: { level: GZIP_LEVEL } });
  await app.register(rateLimit, {
    // Routes that can be abused set their own limits: many people may share one address.
    global: false,
    store: RateLimitStore,
    keyGenerator: clientAddressOf,
    errorResponseBuilder: () => new AppError('too_many_requests'),
  });
  await app.register(swagger, {
    openapi: {
      info: { title: 'Tapescript', version: VERSION },
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    transform: jsonSchemaTransform,
  });
}
