import type { SpeechEngine } from '#speech/engine.ts';
import { checkServer, listServerModels, type ServerReport } from '#speech/server/check-server.ts';
import type { ServerAccess } from '#speech/server/client.ts';
import { createServerEngine } from '#speech/server/engine.ts';
import type { ServerPatience } from '#speech/server/patience.ts';
import { SpeechError } from '#speech/speech-error.ts';
import type { Config } from '../config.ts';
import { hostAndPort } from '../outbound/addresses.ts';
import { createOutbound, type Outbound } from '../outbound/outbound.ts';
import { sendThrough } from './send-call.ts';

/** A speech server, and whose it is: that decides which addresses may be reached. */
export interface SpeechServer {
  whose: 'own' | 'shared';
  baseUrl: string;
  apiKey: string | undefined;
  model: string | undefined;
}

/** Access to the speech servers of people and of the operator. */
export interface SpeechServers {
  /** Cheap: nothing is sent before the first recording. */
  engineFor(server: SpeechServer): SpeechEngine;
  /** Tries a server with a short sentence. Rejects with SpeechError or with the signal's reason. */
  check(server: SpeechServer, signal: AbortSignal): Promise<ServerReport>;
  /** The models that a server lists; empty if it cannot be asked. */
  modelsOf(server: SpeechServer, signal: AbortSignal): Promise<string[]>;
  close(): Promise<void>;
}

interface SpeechServersOptions extends SpeechServerLimits {
  config: Pick<Config, 'speechServer'>;
  /** Where people's own servers may be. */
  outbound: Outbound;
  /** Finds speech and speakers. */
  listener: SpeechEngine;
}

/** Replaced in tests. */
export interface SpeechServerLimits {
  patience?: ServerPatience | undefined;
  /** The longest piece that is sent. */
  pieceMs?: number | undefined;
}

/** The operator's server may be anywhere; the others only where `outbound` reaches. */
export function createSpeechServers({
  config: { speechServer },
  outbound,
  listener,
  ...options
}: SpeechServersOptions): SpeechServers {
  const operators = speechServer && createOutbound({ allow: [hostAndPort(new URL(speechServer.baseUrl))] });
  const accessTo = ({ whose, ...server }: SpeechServer): ServerAccess => ({
    ...server,
    send: sendThrough(whose === 'shared' && operators ? operators : outbound),
  });
  return {
    engineFor: (server) => createServerEngine({ ...accessTo(server), listener, ...options }),
    check: (server, signal) => checkServer(accessTo(server), signal),
    modelsOf: async (server, signal) => {
      try {
        return await listServerModels(accessTo(server), signal);
      } catch (error) {
        if (error instanceof SpeechError) return [];
        throw error;
      }
    },
    close: async () => operators?.close(),
  };
}
