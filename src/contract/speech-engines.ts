import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** A company's service that recognizes speech for whoever has an account there. */
export const SpeechService = z.enum(['assemblyai']);
export type SpeechService = z.infer<typeof SpeechService>;

/** The engine that made a text: the built-in one, a speech server of the person's or the installation's own, a service, or one that returns fixed words for tests. */
export const EngineName = z.enum(['local', 'server', ...SpeechService.options, 'fake']);
export type EngineName = z.infer<typeof EngineName>;

/** Which engine is requested. 'auto': the best one that this person may use for this recording; 'local': the built-in one. */
export const SpeechChoice = z.enum(['auto', 'local', 'server', ...SpeechService.options]);
export type SpeechChoice = z.infer<typeof SpeechChoice>;

/** What screens, messages, documents and the choice of an engine have to know about one engine. */
export interface EngineEntry {
  /** Its name on the screen. */
  label: string;
  /** Its name within a sentence. */
  name: string;
  /** Where the sound goes: it stays on the installation, or goes to somebody's own server, or to a company. */
  place: 'here' | 'server' | 'service';
  /** The languages that it understands, as BCP 47 tags; null: many, of which there is no list, or its model decides. */
  languages: readonly string[] | null;
  /** Whether it tells speakers apart itself; otherwise ours are found over the whole recording. */
  tellsSpeakers: boolean;
  /** The longest recording that it takes, in milliseconds; null: as long as ours may be. */
  maxDurationMs: number | null;
  /** Whether speech becomes text while it is being recorded. */
  hasLiveText: boolean;
  /** What choosing it means for the recording, in a sentence. */
  consequence: string;
  /** What may be the reason for a text of low confidence. */
  doubt: string;
}

/** Every engine. A new one is an entry here, its folder, and its line in speech/registry.ts. */
export const SPEECH_ENGINES: Readonly<Record<EngineName, EngineEntry>> = {
  local: {
    label: 'Local engine',
    name: 'the local engine',
    place: 'here',
    languages: ['en'],
    tellsSpeakers: true,
    maxDurationMs: null,
    hasLiveText: true,
    consequence: 'The audio stays on this installation. The local engine understands English only.',
    doubt:
      'The recording may not be in English, or it may be too noisy. The local engine understands English only.',
  },
  server: {
    label: 'Speech server',
    name: 'the speech server',
    place: 'server',
    languages: null,
    tellsSpeakers: false,
    maxDurationMs: null,
    hasLiveText: false,
    consequence: 'The audio is sent to the speech server. What is kept there is up to whoever runs it.',
    doubt: 'The recording may be too noisy, or in a language that the server’s model does not understand.',
  },
  assemblyai: {
    label: 'AssemblyAI',
    name: 'AssemblyAI',
    place: 'service',
    languages: null,
    tellsSpeakers: true,
    maxDurationMs: 10 * 60 * 60_000,
    hasLiveText: false,
    consequence:
      'The audio is sent to AssemblyAI, which understands many languages, and is deleted there afterwards.',
    doubt: 'The recording may be too noisy, or in a language that AssemblyAI does not understand.',
  },
  fake: {
    label: 'Test engine',
    name: 'the test engine',
    place: 'here',
    languages: ['en'],
    tellsSpeakers: true,
    maxDurationMs: null,
    hasLiveText: true,
    consequence:
      'The audio stays on this installation. The test engine returns the same words for any audio.',
    doubt: 'The test engine returns the same words for any audio.',
  },
};

/** What people read about the key of a service. */
export interface ServiceKeyEntry {
  /** Its name in the fields about keys: 'hasAssemblyAI', 'systemAssemblyAI'. */
  apiName: string;
  placeholder: string;
  /** What the key is used for. */
  use: string;
  /** What happens without any key. */
  without: string;
}

/** The services' keys. The settings for everybody are NAME_API_KEY and NAME_BASE_URL, with the service's name in capitals. */
export const SPEECH_SERVICE_KEYS = {
  assemblyai: {
    apiName: 'AssemblyAI',
    placeholder: 'Your AssemblyAI key',
    use: 'Recordings are sent to AssemblyAI to be transcribed, unless you choose the local engine.',
    without: 'Without a key, recordings are transcribed on this server.',
  },
} as const satisfies Record<SpeechService, ServiceKeyEntry>;

/** The services' names as a list for a sentence. */
export const SERVICE_LABELS = new Intl.ListFormat('en', { type: 'disjunction' }).format(
  SpeechService.options.map((service) => SPEECH_ENGINES[service].label),
);

/** An engine that a person may use. */
export const UsableEngine = z.object({
  name: SpeechChoice.exclude(['auto']),
  /** By whose account or server: the person's own, the installation's, or none because it is built in. */
  access: z.enum(['own', 'shared', 'none']),
});
export type UsableEngine = z.infer<typeof UsableEngine>;

export const listEngines = endpoint({
  method: 'GET',
  path: '/api/speech/engines',
  summary: 'The speech engines that the person may use, in the order in which they are tried.',
  caller: 'signed-in',
  scope: 'read',
  withinProject: true,
  response: z.object({ engines: z.array(UsableEngine) }),
});
