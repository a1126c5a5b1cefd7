import {
  MAX_CLIP_TEXT,
  MAX_CLIPS,
  MAX_CLIPS_WAITING,
  MAX_OWN_CLIPS,
  MAX_SEGMENT_LENGTH,
  MAX_SPEAKER_SEARCHES_WAITING,
  MAX_TRANSCRIPT_LENGTH,
  MAX_TRANSCRIPT_WORDS,
  MIN_PASSAGE_MS,
  MIN_WORD_MS,
} from '../limits.ts';
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
  sound_track_missing: {
    status: 409,
    message:
      'This recording has no such sound track, or nothing is heard in it. Choose one of the tracks that the transcript lists (soundTrack), or leave the choice out.',
  },
  clip_not_found: { status: 404, message: 'This clip does not exist.' },
  clip_range: {
    status: 400,
    message: `A clip ends after it begins, and is between 0.1 seconds and ${MAX_CLIP_TEXT} long.`,
  },
  clip_beyond_end: { status: 400, message: 'This part lies beyond the end of the recording.' },
  clip_empty: { status: 422, message: 'The recording has nothing in this part.' },
  clip_no_picture: {
    status: 409,
    message: 'This recording has no picture, so only its sound can be made into a file (MP3).',
  },
  clip_without_recording: {
    status: 409,
    message: 'The recording of this transcript is no longer stored here, so no file can be cut from it.',
  },
  clip_of_embedded: {
    status: 409,
    message:
      'This video plays from its own site and is not stored here, so no file can be cut from it. A link to the clip works all the same.',
  },
  clip_tool_incomplete: {
    status: 500,
    message:
      'The ffmpeg of this server cannot make this file: it was built without MP3, H.264 or captions (libmp3lame, libx264, libass). Please tell its operator.',
  },
  clip_failed: { status: 500, message: 'The file could not be made. Please try again.' },
  too_many_clips: {
    status: 409,
    message: `A transcript can have at most ${MAX_CLIPS} clips. Delete some of them first.`,
  },
  too_many_own_clips: {
    status: 409,
    message: `People who do not own a transcript can each make ${MAX_OWN_CLIPS} clips of it, and together ${MAX_CLIPS - MAX_OWN_CLIPS}. Delete one of yours, or ask its owner.`,
  },
  too_many_clips_waiting: {
    status: 429,
    message: `${MAX_CLIPS_WAITING} of your clips are still being made. Wait for one of them, or cancel one.`,
  },
  speaker_search_running: {
    status: 409,
    message: 'The speakers of this transcript are being found already. Wait for that, or cancel it.',
  },
  speaker_search_not_ready: {
    status: 409,
    message: 'The speakers of this text have not been found again yet. Start that first.',
  },
  speakers_without_recording: {
    status: 409,
    message: 'The recording of this transcript is not stored here, so its speakers cannot be found again.',
  },
  speakers_failed: { status: 500, message: 'The speakers could not be found again. Please try again.' },
  too_many_speaker_searches: {
    status: 429,
    message: `The speakers of ${MAX_SPEAKER_SEARCHES_WAITING} of your transcripts are still being found. Wait for one of them, or cancel one.`,
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
  word_not_found: { status: 404, message: 'This word is not in the segment.' },
  times_too_short: {
    status: 400,
    message: `A passage must end at least ${MIN_PASSAGE_MS} ms after it begins.`,
  },
  times_beyond_end: { status: 400, message: 'These times lie beyond the end of the recording.' },
  times_overlap_previous: {
    status: 409,
    message: 'These times would overlap a passage before. Move the border of both, or begin later.',
  },
  times_overlap_next: {
    status: 409,
    message: 'These times would overlap a passage after. Move the border of both, or end earlier.',
  },
  times_previous_too_short: {
    status: 409,
    message: `This would leave less than ${MIN_PASSAGE_MS} ms of the passage before. Begin later, or join the two.`,
  },
  times_next_too_short: {
    status: 409,
    message: `This would leave less than ${MIN_PASSAGE_MS} ms of the passage after. End earlier, or join the two.`,
  },
  times_out_of_order: {
    status: 409,
    message: 'With these times, the passages would no longer be in the order in which they begin.',
  },
  word_too_short: { status: 400, message: `A word must end at least ${MIN_WORD_MS} ms after it begins.` },
  word_outside_passage: {
    status: 400,
    message: 'A word must be within its passage. Set the times of the passage first.',
  },
  word_out_of_order: {
    status: 400,
    message: 'With these times, the words would no longer be in order. Set the word beside it first.',
  },
  cannot_move_neighbor: {
    status: 409,
    message: 'These passages no longer follow each other, so their border cannot be moved for both.',
  },
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
  waveform_pending: {
    status: 409,
    message: 'The waveform of this recording is being measured in full. Please wait a moment.',
  },
  query_too_short: { status: 400, message: 'Type at least 2 characters to search.' },
} as const satisfies ErrorTable;
