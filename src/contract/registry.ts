import * as auth from './auth.ts';
import type { Endpoint } from './endpoint.ts';
import * as health from './health.ts';
import * as media from './media.ts';
import * as search from './search.ts';
import * as transcripts from './transcripts.ts';
import * as uploads from './uploads.ts';

/** Every endpoint of the interface. Only OpenAPI and tests read it. */
export const endpoints: readonly Endpoint[] = [
  health.getHealth,
  auth.signUp,
  auth.signIn,
  auth.getCurrentUser,
  auth.signOutEverywhere,
  uploads.authorizeUpload,
  uploads.processUpload,
  search.searchTranscripts,
  transcripts.listTranscripts,
  transcripts.getTranscript,
  transcripts.updateTranscript,
  transcripts.replaceTranscript,
  transcripts.deleteTranscript,
  transcripts.cancelTranscript,
  transcripts.retryTranscript,
  transcripts.getWaveform,
  media.getMediaToken,
  media.getMediaCdnUrl,
];
