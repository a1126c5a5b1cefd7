import type { ShareId, TranscriptId } from '#contract/ids.ts';

/** Whose recording is read: one's own, or one behind a public link, for which nobody needs to be signed in. */
export type RecordingRef =
  | { kind: 'own'; id: TranscriptId }
  | {
      kind: 'shared';
      shareId: ShareId;
      /** With its token, which is good for an hour. */
      mediaUrl: string | null;
      /** Asks for the shared view again and answers its new media address. */
      renew: () => Promise<string | null>;
    };
