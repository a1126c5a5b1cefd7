import { MAX_SEGMENT_LENGTH, MAX_TRANSCRIPT_LENGTH, MAX_TRANSCRIPT_WORDS } from '../limits.ts';
import type { ErrorTable } from './error-table.ts';

/** Errors of a transcript and its text: reading, editing, sharing and playing it. */
export const TRANSCRIPTS_ERRORS = {
  transcript_not_found: { status: 404, message: 'Transcript not found.' },
  transcript_not_running: { status: 409, message: 'This transcript is not being processed.' },
  transcript_not_failed: { status: 409, message: 'Only a failed transcript can be tried again.' },
  transcript_not_completed: { status: 409, message: 'Only a finished transcript can be used for this.' },
  already_running: { status: 409, message: 'This transcript is already being transcribed.' },
  recording_missing: {
    status: 409,
    message: 'The recording of this transcript no longer exists, so it cannot be transcribed again.',
  },
  version_not_found: { status: 404, message: 'This version does not exist.' },
  edit_conflict: {
    status: 409,
    message: 'This text has been changed somewhere else in the meantime. Nothing was overwritten.',
  },
  segment_too_long: {
    status: 400,
    message: `This would make a segment longer than ${MAX_SEGMENT_LENGTH.toLocaleString('en')} characters.`,
  },
  transcript_too_long: {
    status: 422,
    message: `The transcript would become too long: it can have at most ${MAX_TRANSCRIPT_LENGTH.toLocaleString('en')} characters and ${MAX_TRANSCRIPT_WORDS.toLocaleString('en')} words. Nothing was changed.`,
  },
  cannot_split: { status: 400, message: 'Put the cursor between two words to split a segment.' },
  cannot_join: { status: 409, message: 'These segments no longer follow each other.' },
  speaker_not_found: { status: 404, message: 'This speaker does not exist.' },
  nothing_to_undo: { status: 409, message: 'There is nothing to undo.' },
  nothing_to_redo: { status: 409, message: 'There is nothing to redo.' },
  undo_conflict: {
    status: 409,
    message:
      'The text has been changed since then, so this step cannot be undone on its own. Open the history to restore an earlier state.',
  },
  edit_not_found: { status: 404, message: 'This step is not in the history.' },
  segment_restructured: {
    status: 409,
    message:
      'This segment has been split or joined since then, so it cannot be restored on its own. Restore everything to that moment instead.',
  },
  share_not_found: {
    status: 404,
    message: 'This shared transcript may have been removed or the link is invalid.',
  },
  media_forbidden: { status: 403, message: 'Media authentication failed' },
  media_not_found: { status: 404, message: 'Media playback not available for this transcript' },
  waveform_not_found: { status: 404, message: 'There is no waveform for this transcript.' },
  query_too_short: { status: 400, message: 'Type at least 2 characters to search.' },
} as const satisfies ErrorTable;
