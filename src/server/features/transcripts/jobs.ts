import { z } from 'zod';
import { SpeechService } from '#contract/speech-engines.ts';
import { defineJob } from '../../jobs/job.ts';

/** Transcribes a recording. Resumable: recognized chunks are stored as they come. */
export const transcribeJob = defineJob({
  name: 'transcribe',
  payload: z.object({ transcriptId: z.int(), jobId: z.string() }),
  // Kills and crashes count as attempts, so there are several; a failure of the recording itself is never retried.
  retryLimit: 5,
  longestPauseSeconds: 60,
  expireInSeconds: 12 * 60 * 60,
  deadLetter: 'transcribe-given-up',
});

/** The dead letters of `transcribeJob`: a transcription whose tries are used up. Its transcript is marked as failed. */
export const transcribeDeadLetterJob = defineJob({
  name: 'transcribe-given-up',
  payload: transcribeJob.payload,
  retryLimit: 5,
  expireInSeconds: 60,
});

/** Makes a transcode: a copy of a recording that browsers can play. Queues keep their original names, because jobs of an older version may wait in them and in backups. */
export const transcodeJob = defineJob({
  name: 'rendition',
  payload: z.object({ transcriptId: z.int() }),
  retryLimit: 3,
  longestPauseSeconds: 60,
  expireInSeconds: 6 * 60 * 60,
  deadLetter: 'rendition-given-up',
});

/** The dead letters of `transcodeJob`: a copy whose tries are used up, so that nobody waits for it any more. */
export const transcodeDeadLetterJob = defineJob({
  name: 'rendition-given-up',
  payload: transcodeJob.payload,
  retryLimit: 5,
  expireInSeconds: 60,
});

/**
 * Deletes a service's copy of a recording. Retries for some hours, because a recording still being processed cannot always be
 * deleted.
 */
export const forgetRemoteJob = defineJob({
  name: 'forget-remote',
  /** Jobs of an older version do not say which service. */
  payload: z.object({ userId: z.int(), remoteId: z.string(), service: SpeechService.optional() }),
  retryLimit: 14,
  expireInSeconds: 300,
});

/** Removes files from the media store that nothing refers to any more. */
export const removeFilesJob = defineJob({
  name: 'remove-files',
  payload: z.object({ storageKeys: z.array(z.string()) }),
  retryLimit: 10,
  expireInSeconds: 600,
});

/** Measures the waveform of a recording in full, for one that was transcribed before that was done on the way. */
export const measureWaveformJob = defineJob({
  name: 'measure-waveform',
  payload: z.object({ transcriptId: z.int() }),
  retryLimit: 3,
  longestPauseSeconds: 60,
  expireInSeconds: 3 * 60 * 60,
  deadLetter: 'measure-waveform-given-up',
});

/** The dead letters of `measureWaveformJob`: a waveform whose tries are used up, so that nobody waits for it any more. */
export const measureWaveformDeadLetterJob = defineJob({
  name: 'measure-waveform-given-up',
  payload: measureWaveformJob.payload,
  retryLimit: 5,
  expireInSeconds: 60,
});
