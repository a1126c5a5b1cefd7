import type { ShareId, TranscriptId } from '#contract/ids.ts';

/** A reference to a recording: of a transcript, or of a public link, which needs no session. */
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
