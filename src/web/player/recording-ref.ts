import type { ShareId, TranscriptId } from '#contract/ids.ts';

/** Which recording: one's own, or one behind a public link, for which nobody needs to be signed in. */
export type RecordingRef =
  | { kind: 'own'; id: TranscriptId }
  | {
      kind: 'shared';
      shareId: ShareId;
      /** With its token, which is valid for an hour. */
      mediaUrl: string | null;
      /** Fetches the shared view again and returns its new media address. */
      renew: () => Promise<string | null>;
    };
