/** The part of the package that we use, which has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export class Provider {
    constructor(issuer: string, configuration: object);
    /** Whether X-Forwarded-* headers are believed. */
    proxy: boolean;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    /** Throws errors.SessionNotFound. */
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    /** Resolves with where the browser goes next. */
    interactionResult(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<string>;
    Client: { find(id: string): Promise<Client | undefined> };
    Grant: new (of: {
      accountId: string;
      clientId: string;
    }) => Grant;
    on(event: 'server_error', listener: (context: unknown, error: Error) => void): void;
  }

  export interface Interaction {
    uid: string;
    params: { client_id: string; redirect_uri: string; scope?: string; resource?: string | string[] };
  }

  export interface Client {
    clientId: string;
    clientName?: string;
    redirectUris: string[];
  }

  export interface Grant {
    addOIDCScope(scope: string): void;
    addResourceScope(resource: string, scope: string): void;
    rejectResourceScope(resource: string, scope: string): void;
    save(): Promise<string>;
  }

  export namespace errors {
    class InvalidTarget extends Error {}
    class InvalidGrant extends Error {
      constructor(description: string);
    }
    class InvalidClientMetadata extends Error {
      constructor(description: string);
    }
    class SessionNotFound extends Error {}
  }

  interface OidcContext {
    oidc: { result?: { login?: object } };
  }

  export namespace interactionPolicy {
    class Check {
      constructor(
        reason: string,
        description: string,
        check: (context: OidcContext) => boolean | Promise<boolean>,
      );
      static REQUEST_PROMPT: true;
      static NO_NEED_TO_PROMPT: false;
    }
    function base(): { get(name: string): { checks: { add(check: Check): void } } };
  }
}
