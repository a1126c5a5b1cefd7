import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { MAX_API_KEY_LENGTH, MAX_MODEL_NAME_LENGTH, MAX_SERVER_ADDRESS_LENGTH } from './limits.ts';

/** A person's own speech server; its key never leaves this server. */
export const OwnSpeechServer = z.object({
  address: z.string(),
  /** To recognize the key by: dots and its last four characters; empty if there is none. */
  apiKey: z.string(),
  /** Empty: the server's first. */
  model: z.string(),
  /** The key was saved under another secret of the installation, and must be saved again. */
  isKeyLost: z.boolean(),
});
export type OwnSpeechServer = z.infer<typeof OwnSpeechServer>;

export const SpeechServerState = z.object({
  own: OwnSpeechServer.nullable(),
  /** Whether people may have servers of their own here. */
  mayHaveOwn: z.boolean(),
  /** Whether the installation has one for everybody. */
  hasShared: z.boolean(),
});
export type SpeechServerState = z.infer<typeof SpeechServerState>;

const Address = z
  .string()
  .trim()
  .max(MAX_SERVER_ADDRESS_LENGTH, 'This address is too long.')
  .pipe(
    z.url({
      protocol: /^https?$/,
      error: 'Please enter an address that begins with https:// or http://.',
      abort: true,
    }),
  )
  .refine(
    (address) => /^https?:\/\/[^@?#]+$/i.test(address),
    'Please enter the address alone, without a password, ? or #.',
  );

/** A server to save or to test. */
export const SpeechServerSettings = z.object({
  address: Address,
  /** Null: none is needed. Absent: the one that is saved, if the address is still at the same host. */
  apiKey: z
    .string()
    .trim()
    .max(MAX_API_KEY_LENGTH, 'This is too long for an API key. Please copy it again.')
    .regex(/^[\x21-\x7e]+$/, 'An API key has no spaces or line breaks in it. Please copy it again.')
    .nullable()
    .optional(),
  /** Empty: the server's first. */
  model: z
    .string()
    .trim()
    .max(MAX_MODEL_NAME_LENGTH, 'This name is too long.')
    .regex(/^[\x21-\x7e]*$/, 'The name of a model has no spaces in it.')
    .default(''),
});
export type SpeechServerSettings = z.infer<typeof SpeechServerSettings>;

/** What a test found. */
export const SpeechServerTest = z.discriminatedUnion('works', [
  z.object({
    works: z.literal(true),
    /** Null if the server does not name it. */
    model: z.string().nullable(),
    /** Null if the server does not say. */
    languages: z.array(z.string()).nullable(),
    /** The finest times that it gives; what is missing is estimated. */
    times: z.enum(['words', 'segments', 'none']),
    /** Whether it tells speakers apart; otherwise this installation does. */
    hasSpeakers: z.boolean(),
    /** What it understood of the sentence. */
    text: z.string(),
    seconds: z.number(),
  }),
  z.object({
    works: z.literal(false),
    /** The code of the error that a transcription would end with. */
    code: z.string(),
    /** Why, and what to do next. */
    message: z.string(),
    /** The models that the server lists. */
    models: z.array(z.string()),
  }),
]);
export type SpeechServerTest = z.infer<typeof SpeechServerTest>;

export const getSpeechServer = endpoint({
  method: 'GET',
  path: '/api/user/speech-server',
  summary: "The person's own speech server, its key masked, and whether there is one for everybody.",
  caller: 'signed-in',
  scope: 'none',
  response: SpeechServerState,
});

export const saveSpeechServer = endpoint({
  method: 'PUT',
  path: '/api/user/speech-server',
  summary: 'Save a speech server of one’s own, which is used from then on unless another engine is chosen.',
  caller: 'signed-in',
  scope: 'none',
  body: SpeechServerSettings,
  response: SpeechServerState,
});

export const removeSpeechServer = endpoint({
  method: 'DELETE',
  path: '/api/user/speech-server',
  summary: 'Forget the speech server of one’s own.',
  caller: 'signed-in',
  scope: 'none',
  response: SpeechServerState,
});

export const testSpeechServer = endpoint({
  method: 'POST',
  path: '/api/user/speech-server/test',
  summary:
    'Send a short sentence to a server, and say what it can do or what to do about it. Without settings, the one in use is tested.',
  caller: 'signed-in',
  scope: 'none',
  body: z.object({ server: SpeechServerSettings.nullable().default(null) }),
  response: SpeechServerTest,
});
