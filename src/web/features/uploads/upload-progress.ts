/** Waiting: the connection was lost, and what is missing will be sent again. */
export type UploadStep = 'authorizing' | 'uploading' | 'waiting' | 'initializing' | 'complete';

const UPLOAD_FROM = 20;
const UPLOAD_TO = 90;

/** Progress of a whole upload: 10 while authorizing, 20 to 90 by the bytes sent, 90 while initializing, 100. */
export function uploadPercent(step: UploadStep, share: number): number {
  switch (step) {
    case 'authorizing':
      return 10;
    case 'uploading':
    case 'waiting':
      return Math.round(UPLOAD_FROM + (UPLOAD_TO - UPLOAD_FROM) * Math.min(1, Math.max(0, share)));
    case 'initializing':
      return UPLOAD_TO;
    case 'complete':
      return 100;
  }
}

export const STEP_TEXT: Readonly<Record<UploadStep, string>> = {
  authorizing: 'Authorizing the upload',
  uploading: 'Uploading',
  waiting: 'Connection lost, trying again',
  initializing: 'Starting the transcription',
  complete: 'Uploaded',
};
