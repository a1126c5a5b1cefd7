import { z } from 'zod';
import {
  MAX_ARTICLE_LENGTH,
  MAX_ARTICLES,
  MAX_INVITATIONS,
  MAX_MEMBERS,
  MAX_PDF_PAGES,
  MAX_PROJECTS,
  MAX_SEGMENT_LENGTH,
  MAX_SOURCE_TEXT,
  MAX_TRANSCRIPT_LENGTH,
  MAX_TRANSCRIPT_WORDS,
  MAX_UPLOAD_TEXT,
} from './limits.ts';
import { TimestampedSegment } from './segments.ts';

/** Every error the interface can answer with: a stable code, its HTTP status, and the words for people. */
export const ERRORS = {
  unauthorized: { status: 401, message: 'Unauthorized' },
  wrong_credentials: { status: 401, message: 'The e-mail address or the password is wrong.' },
  passwords_off: {
    status: 404,
    message: 'There are no passwords here. Press "Sign in" to go to your identity provider.',
  },
  wrong_password: { status: 403, message: 'This is not your current password.' },
  email_taken: {
    status: 409,
    message: 'There is already an account with this e-mail address. Sign in instead.',
  },
  sign_up_closed: {
    status: 403,
    message: 'New accounts are closed here. Please ask whoever runs this installation to make one for you.',
  },
  foreign_origin: { status: 403, message: 'This request came from another site and was refused.' },
  wrong_host: {
    status: 400,
    message: 'Nothing is served under this host name. Please use the address that you were given.',
  },
  not_found: { status: 404, message: 'Not found' },
  invalid_input: { status: 400, message: 'The request is not valid.' },
  too_large: { status: 413, message: 'The request is too large.' },
  headers_too_large: { status: 431, message: 'The headers of the request are too large.' },
  request_timeout: { status: 408, message: 'The request took too long to arrive. Please try again.' },
  too_many_requests: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  unavailable: {
    status: 503,
    message: 'The server cannot reach its database right now. Please try again shortly.',
  },
  busy: {
    status: 503,
    message: 'This took longer than the server can wait right now. Please try again in a moment.',
  },
  storage_unavailable: {
    status: 503,
    message: 'The storage for recordings cannot be reached right now. Please try again shortly.',
  },
  storage_full: {
    status: 507,
    message:
      'There is no room left on the server for this. Please tell whoever runs it, and try again later.',
  },
  memory_short: {
    status: 503,
    message:
      'The server has too little memory to recognise speech right now. Please tell whoever runs it, and try again later.',
  },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },

  unsupported_format: {
    status: 415,
    message:
      'Unsupported file format. Please upload video files (MP4, MOV, AVI) or audio files (MP3, WAV, M4A, AAC, FLAC, OGG).',
  },
  file_too_large: { status: 413, message: `File size exceeds ${MAX_UPLOAD_TEXT} limit.` },
  file_empty: { status: 400, message: 'The file is empty. Please choose another file.' },
  upload_not_found: {
    status: 404,
    message: 'This upload does not exist or has expired. Please upload the file again.',
  },
  upload_link_expired: {
    status: 403,
    message: 'This upload link is not valid or has expired. Please start the upload again.',
  },
  upload_incomplete: { status: 409, message: 'The file has not arrived completely. Please upload it again.' },
  upload_in_progress: { status: 409, message: 'This file is already being uploaded in another window.' },
  upload_already_processed: { status: 409, message: 'This upload has already become a transcript.' },

  recording_not_found: { status: 404, message: 'This recording does not exist.' },
  recording_incomplete: {
    status: 409,
    message: 'Parts of this recording have not arrived. They will be sent again.',
  },
  recording_finished: { status: 409, message: 'This recording has already become a transcript.' },
  too_many_pieces: {
    status: 409,
    message: 'This recording has too many parts. Stop it and transcribe it; the rest can be recorded anew.',
  },
  too_many_recordings: {
    status: 409,
    message: 'There are too many recordings waiting. Transcribe or discard some of them first.',
  },
  video_field_missing: {
    status: 400,
    message: 'The recording is missing: send it as the file "video" of a multipart form.',
  },

  transcript_not_found: { status: 404, message: 'Transcript not found.' },
  transcript_not_running: { status: 409, message: 'This transcript is not being processed.' },
  transcript_not_failed: { status: 409, message: 'Only a failed transcript can be tried again.' },
  transcript_not_completed: { status: 409, message: 'Only a finished transcript can be used for this.' },
  already_running: { status: 409, message: 'This transcript is being transcribed already.' },
  recording_missing: {
    status: 409,
    message: 'The recording of this transcript is no longer there, so it cannot be transcribed again.',
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
      'The text has been changed since then, so this step cannot be taken back by itself. Open the history to restore an earlier state.',
  },
  edit_not_found: { status: 404, message: 'This step is not in the history.' },
  segment_restructured: {
    status: 409,
    message:
      'This segment was split or joined since then, so it cannot be restored by itself. Restore everything to that moment instead.',
  },

  share_not_found: {
    status: 404,
    message: 'This shared transcript may have been removed or the link is invalid.',
  },
  media_forbidden: { status: 403, message: 'Media authentication failed' },
  media_not_found: { status: 404, message: 'Media playback not available for this transcript' },
  waveform_not_found: { status: 404, message: 'There is no level picture for this transcript.' },
  query_too_short: { status: 400, message: 'Type at least 2 characters to search.' },

  answer_pending: {
    status: 409,
    message: 'An answer about this transcript is being written already. Wait for it, or stop it.',
  },
  summary_pending: { status: 409, message: 'A summary of this transcript is being written already.' },
  stopped: { status: 409, message: 'This was stopped.' },
  daily_limit: {
    status: 429,
    message:
      'The shared AI key has reached its limit for you today. It begins again at midnight (UTC). With an API key of your own, saved under Settings, there is no limit.',
  },
  total_daily_limit: {
    status: 429,
    message:
      'The shared AI key has reached its limit for everybody here today. It begins again at midnight (UTC). With an API key of your own, saved under Settings, there is no limit.',
  },
  shared_daily_limit: {
    status: 429,
    message:
      'This shared transcript has answered as many questions as it may today. Please try again tomorrow.',
  },
  shared_total_daily_limit: {
    status: 429,
    message: 'No more questions about shared transcripts can be answered today. Please try again tomorrow.',
  },
  shared_chat_unavailable: {
    status: 503,
    message:
      'Questions about this transcript cannot be answered at the moment. Its owner can put that right.',
  },
  ai_key_rejected: {
    status: 422,
    message: 'The AI service did not accept the API key. Please check it under Settings.',
  },
  ai_no_credit: {
    status: 422,
    message:
      'The account of the AI service has no credit left. Add credit there, or clear the API key under Settings.',
  },
  ai_rate_limited: {
    status: 429,
    message: 'The AI service is getting too many requests. Please wait a minute and try again.',
  },
  ai_overloaded: {
    status: 503,
    message: 'The AI service is overloaded at the moment. Please try again shortly.',
  },
  ai_unreachable: {
    status: 503,
    message: 'The AI service could not be reached. Please check the connection and try again.',
  },
  ai_too_long: { status: 422, message: 'This is too long for the AI model. Please ask a shorter question.' },
  ai_refused: { status: 422, message: 'The AI service declined to answer this. Please ask in another way.' },
  ai_not_accepted: {
    status: 502,
    message:
      'The AI service does not take this request: its model or address may be set wrongly. Please tell whoever runs this server.',
  },
  ai_bad_answer: {
    status: 502,
    message: 'The AI service gave an answer that could not be used. Please try again.',
  },
  forbidden: {
    status: 403,
    message: 'Your role in this project does not allow this. Ask its owner to change that.',
  },
  only_owner: { status: 403, message: 'Only the owner of this transcript can do this.' },
  project_not_found: { status: 404, message: 'Project not found.' },
  too_many_projects: {
    status: 409,
    message: `You can have at most ${MAX_PROJECTS} projects. Delete one of them first.`,
  },
  member_not_found: { status: 404, message: 'This person is not a member of the project.' },
  owner_fixed: {
    status: 409,
    message: 'The owner of a project stays its owner: the role cannot be changed or removed.',
  },
  too_many_members: { status: 409, message: `A project can have at most ${MAX_MEMBERS} members.` },
  too_many_invitations: {
    status: 409,
    message: `There are already ${MAX_INVITATIONS} open invitations. Cancel one of them first.`,
  },
  invitation_not_found: {
    status: 404,
    message: 'This invitation link is invalid, expired, or has already been used.',
  },
  invitation_expired: {
    status: 410,
    message: 'This invitation has expired. Please ask the project owner for a new invitation.',
  },
  project_answer_pending: {
    status: 409,
    message: 'A question about this project is being answered already. Wait for the answer, or stop it.',
  },
  project_empty: {
    status: 409,
    message: 'This project holds nothing yet that could be asked about. Add transcripts or articles first.',
  },

  article_not_found: { status: 404, message: 'Article not found.' },
  article_exists: { status: 409, message: 'This article is already in the project.' },
  too_many_articles: {
    status: 409,
    message: `A project can hold at most ${MAX_ARTICLES.toLocaleString('en')} articles.`,
  },
  article_url_invalid: { status: 400, message: 'Please enter a valid URL' },
  article_paywall: {
    status: 422,
    message: 'This article is behind a paywall. Please upload a PDF copy instead.',
  },
  article_login: {
    status: 422,
    message: 'This page is only shown after signing in there. Please upload a PDF copy instead.',
  },
  article_not_found_there: { status: 422, message: 'There is no page at this address any more.' },
  article_denied: {
    status: 422,
    message: 'The site does not give this page out. Please upload a PDF copy instead.',
  },
  article_unreachable: {
    status: 502,
    message: 'The site did not answer. Please check the address, or try again later.',
  },
  article_timeout: { status: 504, message: 'The site took too long to answer. Please try again later.' },
  article_too_large: { status: 422, message: 'This page is too large to be read as an article.' },
  article_not_page: {
    status: 422,
    message: 'There is no web page at this address. A PDF can be added under PDF Upload.',
  },
  article_no_text: {
    status: 422,
    message: 'No article was found on this page. Please upload a PDF copy instead.',
  },
  pdf_missing: { status: 400, message: 'Please select a PDF file' },
  pdf_too_large: { status: 413, message: 'PDF file must be smaller than 25MB' },
  pdf_wrong_type: { status: 415, message: 'Only PDF files are allowed' },
  pdf_encrypted: {
    status: 422,
    message: 'This PDF is protected by a password. Please save a copy without one and upload that.',
  },
  pdf_scanned: {
    status: 422,
    message:
      'This PDF holds only pictures of pages, no text. Please upload one with text, for example after text recognition.',
  },
  pdf_unreadable: {
    status: 422,
    message:
      'This PDF could not be read. It may be damaged: please check that it opens, save it again and upload that.',
  },
  pdf_too_long: {
    status: 422,
    message: `This PDF has more than ${MAX_PDF_PAGES.toLocaleString('en')} pages. Please upload a part of it.`,
  },
  pdf_too_much_text: {
    status: 422,
    message: `This PDF holds more than ${MAX_ARTICLE_LENGTH.toLocaleString('en')} characters of text. Please upload a part of it.`,
  },
  pdf_too_complex: {
    status: 422,
    message:
      'Reading this PDF took too much time or memory, so it was stopped. Please save it in a simpler form and upload that.',
  },

  podcast_search_failed: { status: 502, message: 'Failed to search podcasts' },
  podcast_directory_busy: {
    status: 503,
    message: 'The podcast directory is busy. Please wait a minute and try again.',
  },
  podcast_directory_failed: {
    status: 502,
    message:
      'Failed to load episodes: the podcast directory did not say where they are. Please try again later.',
  },
  podcast_not_found: { status: 404, message: 'This podcast is no longer in the directory.' },
  feed_unreachable: {
    status: 502,
    message: "Failed to load episodes: the podcast's server could not be reached. Please try again later.",
  },
  feed_timeout: {
    status: 504,
    message: "Failed to load episodes: the podcast's server took too long. Please try again later.",
  },
  feed_unreadable: {
    status: 502,
    message: "Failed to load episodes: what the podcast's server sent is not a feed that can be read.",
  },
  feed_too_large: {
    status: 502,
    message: "Failed to load episodes: the podcast's feed is too large to be read.",
  },
  video_search_failed: { status: 502, message: 'Failed to search YouTube videos. Please try again.' },
  video_link_missing: { status: 400, message: 'Please enter a YouTube URL or search for a video.' },
  video_link_invalid: {
    status: 400,
    message:
      'This is not a valid YouTube URL. It should look like https://www.youtube.com/watch?v=... or https://youtu.be/...',
  },
  address_refused: {
    status: 400,
    message: 'This address cannot be used: only public web addresses (http or https) are fetched.',
  },

  // Reasons for which a transcription ends as failed; the message becomes the transcript's errorMessage.
  cancelled: { status: 409, message: 'The transcription was cancelled. You can try it again at any time.' },
  media_unreadable: {
    status: 422,
    message:
      'This file could not be read as audio or video. It may be damaged or cut off. Please check that it plays on your device and upload it again.',
  },
  no_audio: { status: 422, message: 'This file has no sound, so there is nothing to transcribe.' },
  media_too_long: {
    status: 422,
    message: 'This recording is longer than 24 hours. Please split it and upload the parts.',
  },
  media_timeout: {
    status: 422,
    message:
      'Reading this file took too long, so it was stopped. Please convert it to MP3 or MP4 and upload it again.',
  },
  source_not_found: {
    status: 422,
    message:
      'There is nothing at this address any more. Look the episode up again with Podcast Search: it may have moved.',
  },
  source_denied: {
    status: 422,
    message:
      'The server that has this recording does not give it out. If you can download it yourself, use File Upload.',
  },
  source_unreachable: {
    status: 422,
    message:
      'The recording could not be downloaded: its server did not answer, or broke off several times. Please try again later.',
  },
  source_timeout: {
    status: 422,
    message:
      'The download timed out: it was too slow to end in time. Please try again later, or download the file yourself and use File Upload.',
  },
  source_too_large: {
    status: 422,
    message: `The recording at this address is larger than ${MAX_SOURCE_TEXT}, which is the limit.`,
  },
  source_empty: {
    status: 422,
    message: 'The file at this address is empty, so there is nothing to transcribe.',
  },
  source_not_media: {
    status: 422,
    message:
      'There is a web page or a text at this address, not a recording. Please choose the episode with Podcast Search.',
  },
  video_bot_check: {
    status: 422,
    message:
      'Downloads from YouTube are temporarily blocked: it asks for a sign-in to confirm that you are not a bot. Please use search to choose another video, or wait a while and try again.',
  },
  video_no_captions: {
    status: 422,
    message:
      'This video has no captions, and its sound could not be downloaded. Captions are needed for it: choose a video with captions, or download it manually and use File Upload.',
  },
  video_download_failed: {
    status: 422,
    message:
      'All methods to get this video failed: YouTube may have changed its pages. Please download the video manually and use File Upload.',
  },
  video_rate_limited: {
    status: 429,
    message: 'Too many requests. Please wait a few minutes before trying again.',
  },
  video_unavailable: {
    status: 422,
    message: 'This video is not available. It may be private, deleted or restricted in the region.',
  },
  video_age_restricted: {
    status: 422,
    message: 'This video is age-restricted and cannot be processed.',
  },
  video_live: {
    status: 422,
    message: 'This video is a live stream that has not ended. Please try again when it is over.',
  },
  video_timeout: {
    status: 422,
    message: 'The video download timed out. Please try again later, or choose a shorter video.',
  },
  media_missing: { status: 422, message: 'The recording is no longer in storage. Please upload it again.' },
  engine_failed: {
    status: 500,
    message: 'The speech recognition stopped unexpectedly, more than once. You can try it again.',
  },
  speech_no_key: {
    status: 422,
    message: 'There is no AssemblyAI key. Save one under Settings, or use the local engine.',
  },
  speech_daily_limit: {
    status: 429,
    message:
      'The shared AssemblyAI key has too few minutes left for you today. It begins again at midnight (UTC). Use the local engine, or save a key of your own under Settings.',
  },
  speech_total_daily_limit: {
    status: 429,
    message:
      'The shared AssemblyAI key has too few minutes left for everybody here today. It begins again at midnight (UTC). Use the local engine, or save a key of your own under Settings.',
  },
  speech_key_rejected: {
    status: 422,
    message:
      'AssemblyAI did not accept the API key. Please check it under Settings, or use the local engine.',
  },
  speech_no_credit: {
    status: 422,
    message: 'The AssemblyAI account has no credit left. Add credit there, or use the local engine.',
  },
  speech_rate_limited: {
    status: 429,
    message:
      'AssemblyAI is getting too many requests from this account. Please try again later, or use the local engine.',
  },
  speech_unreachable: {
    status: 503,
    message: 'AssemblyAI could not be reached. Please try again later, or use the local engine.',
  },
  speech_too_long: {
    status: 422,
    message:
      'AssemblyAI takes recordings of up to 10 hours, and this one is longer. Please use the local engine.',
  },
  speech_bad_answer: {
    status: 502,
    message: 'AssemblyAI gave an answer that could not be used. Please try again, or use the local engine.',
  },
  // With the service's own reason after it, where it gave one.
  speech_remote_failed: { status: 502, message: 'AssemblyAI could not transcribe this recording.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

const ChangedBy = z.object({ name: z.string(), isYou: z.boolean() });
export type ChangedBy = z.infer<typeof ChangedBy>;

/** The body of every answer that is not a success. */
export const ErrorBody = z.object({
  message: z.string(),
  code: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** With 'edit_conflict': the segment as it stands now; null when it is no longer there. */
  current: TimestampedSegment.nullable().optional(),
  /** With 'edit_conflict': who changed the segment last, and whether that is who asks; absent when nobody knows. */
  changedBy: ChangedBy.optional(),
  /** With 'article_paywall': true. */
  paywallDetected: z.boolean().optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
