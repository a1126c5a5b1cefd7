import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { SpeechService } from '#contract/speech-engines.ts';
import { defaultModelsDir } from '#speech/local/models.ts';

const Port = z.coerce.number().int().min(0).max(65_535);

const Count = z.coerce.number().int().min(0).max(1_000_000_000);
const WebAddress = z.url({ protocol: /^https?$/ }).transform((address) => address.replace(/\/+$/, ''));

/** Hosts on which http is as safe as https. */
const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** An issuer is compared character by character with the one that the provider states, so it must not be normalized here. */
const Issuer = z.url({ protocol: /^https?$/ }).refine((address) => {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password, search, hash, pathname } = new URL(address);
  const isPlain = [username, password, search, hash].every((part) => part === '');
  const isSafe = protocol === 'https:' || LOOPBACK_NAMES.has(hostname);
  return isPlain && isSafe && !pathname.includes('/.well-known/');
});

/** The settings of each speech service: its key for everybody, and another address. */
const SERVICE_SETTINGS = Object.fromEntries(
  SpeechService.options.flatMap((service) => [
    [keySetting(service), z.string().min(1).optional().describe('an API key')],
    [addressSetting(service), WebAddress.optional().describe('an http(s) address')],
  ]),
  // Types cannot follow names that are put together; the loop has every service.
) as Record<ReturnType<typeof keySetting | typeof addressSetting>, z.ZodOptional<z.ZodString>>;

const Settings = z.object({
  HOST: z.string().min(1).default('127.0.0.1').describe('an address to listen on'),
  PORT: Port.default(3000).describe('a port from 0 to 65535'),
  PUBLIC_URL: WebAddress.optional().describe('an http(s) address'),
  DATA_DIR: z.string().min(1).default('./data').describe('a folder'),
  SECRET: z.string().min(32).optional().describe('at least 32 characters'),
  ROLE: z.enum(['all', 'web', 'worker']).default('all').describe('all, web or worker'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('warn')
    .describe('fatal, error, warn, info, debug, trace or silent'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('a postgres:// address'),
  DATABASE_POOL: Count.min(2).max(500).default(16).describe('a number of connections, 2 to 500'),
  DATABASE_STATEMENT_SECONDS: Count.min(1).max(3600).default(30).describe('a number of seconds, 1 to 3600'),
  MAX_UPLOAD_MB: Count.min(1).max(20_480).default(500).describe('a number of megabytes, 1 to 20480'),
  DRAIN_SECONDS: Count.max(3600).default(15).describe('a number of seconds, 0 to 3600'),
  TRUSTED_PROXIES: z
    .string()
    .transform((list) => list.split(',').map((entry) => entry.trim()))
    .pipe(z.array(z.string().regex(/^(loopback|linklocal|uniquelocal|[0-9a-f.:]+(\/\d{1,3})?)$/i)))
    .default(['loopback'])
    .describe('addresses, networks (10.0.0.0/8), loopback, linklocal or uniquelocal, separated by commas'),
  METRICS_PORT: Port.optional().describe('a port from 0 to 65535'),
  METRICS_TOKEN: z.string().min(16).optional().describe('at least 16 characters'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .optional()
    .describe('the name of a bucket'),
  S3_ENDPOINT: WebAddress.optional().describe('an http(s) address'),
  S3_REGION: z.string().min(1).optional().describe('the name of a region'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional().describe('an access key'),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe('the secret of the access key'),
  S3_FORCE_PATH_STYLE: z.stringbool().optional().describe('true or false'),
  MODELS_DIR: z.string().min(1).optional().describe('a folder'),
  MODELS_DOWNLOAD: z.enum(['on', 'off']).default('on').describe('on or off'),
  SPEECH_ENGINE: z.enum(['local', 'fake']).default('local').describe('local or fake'),
  FAKE_SPEECH_MS: Count.max(60_000).default(0).describe('milliseconds, 0 to 60000'),
  SPEECH_THREADS: z.coerce
    .number()
    .int()
    .min(1)
    .max(256)
    .optional()
    .describe('how many speech processes to run, 1 to 256'),
  SIGN_UP: z.enum(['open', 'closed']).default('open').describe('open or closed'),
  OIDC_ISSUER: Issuer.optional().describe(
    "an identity provider's issuer: its https address without /.well-known/... (http on this machine only)",
  ),
  OIDC_CLIENT_ID: z.string().min(1).optional().describe("this application's id at the identity provider"),
  OIDC_CLIENT_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe("this application's secret at the identity provider"),
  OIDC_UNVERIFIED_EMAIL: z.enum(['refuse', 'accept']).default('refuse').describe('refuse or accept'),
  ...SERVICE_SETTINGS,
  ANTHROPIC_API_KEY: z.string().min(1).optional().describe('an API key'),
  ANTHROPIC_BASE_URL: WebAddress.optional().describe('an http(s) address'),
  ANTHROPIC_MODEL: z.string().min(1).optional().describe('the id of a model'),
  OPENAI_BASE_URL: WebAddress.optional().describe('an http(s) address'),
  OPENAI_API_KEY: z.string().min(1).optional().describe('an API key'),
  OPENAI_MODEL: z.string().min(1).optional().describe('the id of a model'),
  OPENAI_CONTEXT_TOKENS: Count.min(1000).optional().describe('how many tokens the model takes, 1000 or more'),
  DAILY_ANSWERS: Count.default(100).describe('a number of answers, 0 or more'),
  DAILY_ANSWERS_TOTAL: Count.default(1000).describe('a number of answers, 0 or more'),
  DAILY_SHARED_ANSWERS: Count.default(50).describe('a number of answers, 0 or more'),
  DAILY_SHARED_ANSWERS_OWNER: Count.default(200).describe('a number of answers, 0 or more'),
  DAILY_SPEECH_MINUTES: Count.default(600).describe('a number of minutes, 0 or more'),
  DAILY_SPEECH_MINUTES_TOTAL: Count.default(6000).describe('a number of minutes, 0 or more'),
  PODCAST_DIRECTORY_URL: WebAddress.default('https://itunes.apple.com').describe('an http(s) address'),
  YOUTUBE_BASE_URL: WebAddress.optional().describe('an http(s) address'),
  YT_DLP_PATH: z.string().min(1).optional().describe('the path of a program'),
  SPEECH_BASE_URL: WebAddress.optional().describe('an http(s) address'),
  SPEECH_API_KEY: z.string().min(1).optional().describe('an API key'),
  SPEECH_MODEL: z.string().min(1).optional().describe('the id of a model'),
  EMBEDDINGS: z.enum(['local', 'none']).optional().describe('local or none'),
  EMBEDDINGS_BASE_URL: WebAddress.optional().describe('an http(s) address'),
  EMBEDDINGS_API_KEY: z.string().min(1).optional().describe('an API key'),
  EMBEDDINGS_MODEL: z.string().min(1).optional().describe('the id of a model'),
  SPEECH_SERVERS: z.enum(['own', 'none']).default('own').describe('own or none'),
  OUTBOUND_ALLOW: z
    .string()
    .transform((list) => list.split(',').map((entry) => entry.trim()))
    .pipe(z.array(z.string().regex(/^(\[[0-9a-f:.]+\]|[a-z0-9._-]+):\d{1,5}$/i)))
    .default([])
    .describe('host:port, several separated by commas'),
});

const S3_NEEDED = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
const S3_NAMES = [...S3_NEEDED, 'S3_ENDPOINT', 'S3_REGION', 'S3_FORCE_PATH_STYLE'] as const;

const SECRET_NAMES: ReadonlySet<string> = new Set([
  'SECRET',
  'DATABASE_URL',
  'METRICS_TOKEN',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'OIDC_CLIENT_SECRET',
  ...SpeechService.options.map(keySetting),
  'ANTHROPIC_API_KEY',
  'OPENAI_API_KEY',
  'SPEECH_API_KEY',
  'EMBEDDINGS_API_KEY',
]);

/** A bucket of an S3-compatible service. */
export interface S3Settings {
  bucket: string;
  /** Undefined: Amazon's own, derived from the region. */
  endpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Puts the bucket's name into the path, not the host. */
  forcePathStyle: boolean;
}

export interface IdentityProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Whether an email address that the provider has not verified is enough for an account. */
  acceptsUnverifiedEmail: boolean;
}

export interface Config {
  host: string;
  port: number;
  publicUrl: string | undefined;
  dataDir: string;
  secret: string | undefined;
  role: 'all' | 'web' | 'worker';
  logLevel: string;
  databaseUrl: string | undefined;
  /** Undefined: recordings are files under `dataDir`. */
  s3: S3Settings | undefined;
  /** Whether strangers may create accounts; the first account can always be created. */
  signUp: 'open' | 'closed';
  /** Undefined: people sign in with passwords. */
  identityProvider: IdentityProviderSettings | undefined;
  /** Connections that one process keeps for requests and jobs, and the time limit of one statement. */
  pool: { size: number; statementMs: number };
  /** Of one uploaded file, or of one live recording. */
  maxUploadBytes: number;
  /** How long a shutdown waits for requests in progress. */
  drainMs: number;
  /** Proxies whose X-Forwarded-* headers are trusted. */
  trustedProxies: readonly string[];
  /** Where a worker serves its health and metrics; undefined: nowhere. */
  metricsPort: number | undefined;
  /** Anyone holding the token can read /metrics from other machines. */
  metricsToken: string | undefined;
  speech: {
    engine: 'local' | 'fake';
    modelsDir: string;
    /** Whether models that are not needed at the start are fetched while the application runs. */
    mayDownload: boolean;
    threads: number;
    fakeDelayMs: number;
  };
  /** The installation's own access to services; a user's own key takes precedence. */
  speechServices: Readonly<
    Record<SpeechService, { apiKey: string | undefined; baseUrl: string | undefined }>
  >;
  /** The speech server for everybody; undefined: none. */
  speechServer: { baseUrl: string; apiKey: string | undefined; model: string | undefined } | undefined;
  /** Whether passages are found by their meaning, too, by the local embedder where there is no server for it. */
  embeddings: 'local' | 'none';
  /** The server that turns texts into vectors; undefined: the local embedder does. */
  embeddingServer: { baseUrl: string; apiKey: string | undefined; model: string } | undefined;
  /** Whether people may use speech servers of their own. */
  peoplesSpeechServers: 'own' | 'none';
  anthropic: { apiKey: string | undefined; baseUrl: string | undefined; model: string | undefined };
  openAi: {
    baseUrl: string | undefined;
    apiKey: string | undefined;
    model: string | undefined;
    contextTokens: number | undefined;
  };
  /** Daily limits (UTC) on the installation's access. */
  daily: {
    /** Per user; in total. */
    answers: number;
    answersTotal: number;
    /** For visitors of one transcript; for visitors of all of one owner's transcripts. */
    sharedAnswers: number;
    ownersSharedAnswers: number;
    /** Per user; in total. */
    speechMinutes: number;
    speechMinutesTotal: number;
  };
  sources: {
    podcastDirectoryUrl: string;
    /** Replaces YouTube's addresses; undefined: YouTube itself. */
    youtubeBaseUrl: string | undefined;
    ytDlpPath: string | undefined;
  };
  /** 'host:port' pairs that the server may fetch from although their addresses are private. */
  outboundAllow: readonly string[];
}

/** A setting that cannot be used; the message is the single line to print before exiting. */
export class ConfigError extends Error {}

/**
 * Reads the settings (docs/settings.md) from environment variables; an empty variable counts as absent.
 * Throws a ConfigError that names the variable, its value (unless secret) and what is accepted.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = Settings.safeParse(given);
  if (!parsed.success) throw new ConfigError(describeIssue(parsed.error, given));
  const settings = parsed.data;
  return {
    host: settings.HOST,
    port: settings.PORT,
    publicUrl: settings.PUBLIC_URL,
    dataDir: resolve(settings.DATA_DIR),
    secret: settings.SECRET,
    role: settings.ROLE,
    logLevel: settings.LOG_LEVEL,
    databaseUrl: settings.DATABASE_URL,
    pool: { size: settings.DATABASE_POOL, statementMs: settings.DATABASE_STATEMENT_SECONDS * 1000 },
    maxUploadBytes: settings.MAX_UPLOAD_MB * 1024 * 1024,
    drainMs: settings.DRAIN_SECONDS * 1000,
    trustedProxies: settings.TRUSTED_PROXIES,
    metricsPort: settings.METRICS_PORT,
    metricsToken: settings.METRICS_TOKEN,
    s3: s3SettingsOf(settings),
    signUp: settings.SIGN_UP,
    identityProvider: readIdentityProvider(settings),
    speech: {
      engine: settings.SPEECH_ENGINE,
      modelsDir: settings.MODELS_DIR ? resolve(settings.MODELS_DIR) : defaultModelsDir(),
      mayDownload: settings.MODELS_DOWNLOAD === 'on',
      threads: settings.SPEECH_THREADS ?? availableParallelism(),
      fakeDelayMs: settings.FAKE_SPEECH_MS,
    },
    speechServices: readServices(settings),
    speechServer: settings.SPEECH_BASE_URL
      ? {
          baseUrl: settings.SPEECH_BASE_URL,
          apiKey: settings.SPEECH_API_KEY,
          model: settings.SPEECH_MODEL,
        }
      : undefined,
    // The test engine's texts are all the same: there is nothing to find.
    embeddings: settings.EMBEDDINGS ?? (settings.SPEECH_ENGINE === 'fake' ? 'none' : 'local'),
    embeddingServer: embeddingServerOf(settings),
    peoplesSpeechServers: settings.SPEECH_SERVERS,
    anthropic: {
      apiKey: settings.ANTHROPIC_API_KEY,
      baseUrl: settings.ANTHROPIC_BASE_URL,
      model: settings.ANTHROPIC_MODEL,
    },
    openAi: {
      baseUrl: settings.OPENAI_BASE_URL,
      apiKey: settings.OPENAI_API_KEY,
      model: settings.OPENAI_MODEL,
      contextTokens: settings.OPENAI_CONTEXT_TOKENS,
    },
    daily: {
      answers: settings.DAILY_ANSWERS,
      answersTotal: settings.DAILY_ANSWERS_TOTAL,
      sharedAnswers: settings.DAILY_SHARED_ANSWERS,
      ownersSharedAnswers: settings.DAILY_SHARED_ANSWERS_OWNER,
      speechMinutes: settings.DAILY_SPEECH_MINUTES,
      speechMinutesTotal: settings.DAILY_SPEECH_MINUTES_TOTAL,
    },
    sources: {
      podcastDirectoryUrl: settings.PODCAST_DIRECTORY_URL,
      youtubeBaseUrl: settings.YOUTUBE_BASE_URL,
      ytDlpPath: settings.YT_DLP_PATH,
    },
    outboundAllow: settings.OUTBOUND_ALLOW,
  };
}

function keySetting(service: SpeechService) {
  return `${service.toUpperCase() as Uppercase<SpeechService>}_API_KEY` as const;
}

function addressSetting(service: SpeechService) {
  return `${service.toUpperCase() as Uppercase<SpeechService>}_BASE_URL` as const;
}

function readServices(settings: z.output<typeof Settings>): Config['speechServices'] {
  const services = SpeechService.options.map((service) => {
    const account = { apiKey: settings[keySetting(service)], baseUrl: settings[addressSetting(service)] };
    return [service, account] as const;
  });
  return Object.fromEntries(services) as Config['speechServices'];
}

/** All required settings or none: with only some of them, recordings would be kept somewhere other than intended. */
function s3SettingsOf(settings: z.infer<typeof Settings>): S3Settings | undefined {
  const {
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = settings;
  const given = S3_NAMES.filter((name) => settings[name] !== undefined);
  if (given.length === 0) return undefined;
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) {
    const missing = S3_NEEDED.filter((name) => settings[name] === undefined);
    throw new ConfigError(
      `Setting ${given[0]} is given without ${missing.join(' and ')}: recordings are kept by S3 with ${S3_NEEDED.join(', ')}, or on the local disk with none of them.`,
    );
  }
  const endpoint = settings.S3_ENDPOINT;
  return {
    bucket,
    endpoint,
    region: settings.S3_REGION ?? 'us-east-1',
    accessKeyId,
    secretAccessKey,
    // Services other than Amazon's rarely have one host per bucket.
    forcePathStyle: settings.S3_FORCE_PATH_STYLE ?? endpoint !== undefined,
  };
}

/** Without a model, stored vectors could be of another one than those of questions. */
function embeddingServerOf({
  EMBEDDINGS_BASE_URL: baseUrl,
  EMBEDDINGS_API_KEY: apiKey,
  EMBEDDINGS_MODEL: model,
}: z.output<typeof Settings>): Config['embeddingServer'] {
  if (!baseUrl && !apiKey && !model) return undefined;
  if (baseUrl && model) return { baseUrl, apiKey, model };
  throw new ConfigError(
    'Setting EMBEDDINGS_BASE_URL and EMBEDDINGS_MODEL belong together, and EMBEDDINGS_API_KEY needs both; set all that the server needs, or none of them.',
  );
}

function readIdentityProvider(settings: z.output<typeof Settings>): IdentityProviderSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = settings;
  if (!issuer && !clientId && !clientSecret) return undefined;
  if (issuer && clientId && clientSecret) {
    const acceptsUnverifiedEmail = settings.OIDC_UNVERIFIED_EMAIL === 'accept';
    return { issuer, clientId, clientSecret, acceptsUnverifiedEmail };
  }
  const missing = Object.entries({
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
  })
    .filter(([, value]) => !value)
    .map(([name]) => name);
  throw new ConfigError(
    `Setting ${missing.join(' and ')}: missing; OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together, set all of them or none.`,
  );
}

function describeIssue(error: z.ZodError, given: Record<string, string | undefined>): string {
  const name = String(error.issues[0]?.path[0] ?? '');
  const value = SECRET_NAMES.has(name) ? 'the given value' : `"${given[name] ?? ''}"`;
  const accepted = Settings.shape[name as keyof typeof Settings.shape]?.description ?? 'another value';
  return `Setting ${name}: ${value} cannot be used; expected ${accepted}.`;
}
