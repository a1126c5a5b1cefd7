/** Every number that more than one side must agree on. */

/** 500MB, inclusive: the largest upload where the operator has not set another limit. */
export const MAX_UPLOAD_BYTES = 524_288_000;
/** How long the browser allows an upload of that size to take. */
export const UPLOAD_TIMEOUT_MS = 30 * 60_000;
/** How long the signed address of such an upload is valid; longer than the timeout, so that a slow upload can be restarted. */
export const UPLOAD_LINK_MS = 2 * 60 * 60_000;
/** Unfinished uploads are kept for a day, and no address outlives its upload. */
export const MAX_UPLOAD_LINK_MS = 24 * 60 * 60_000;
/** A file larger than two of these can be sent in parts of this size, or of a multiple of it. */
export const UPLOAD_PART_BYTES = 8 * 1024 * 1024;
/** Parts of one file: each needs an address of its own. */
export const MAX_UPLOAD_PARTS = 640;
/** Transcripts of one file that are listed; the rest is only counted. */
export const KNOWN_RECORDINGS_SENT = 20;
export const MEDIA_TOKEN_MS = 60 * 60_000;
export const MAX_RECORDING_MS = 24 * 60 * 60_000;

/** The longest part of a recording whose waveform is given in full, and the time of each of its peaks. */
export const MAX_WAVEFORM_PART_SECONDS = 120;
export const FINE_PEAK_MS = 10;

/** Of a clip: shorter ones would not be heard. */
export const MIN_CLIP_MS = 100;
/** Of a clip that is made into a file; a link may be to any part. */
export const MAX_CLIP_MS = 30 * 60_000;
export const MAX_CLIP_TEXT = '30 minutes';
/** Of a clip's file: half an hour of the busiest picture. */
export const MAX_CLIP_BYTES = 1_000_000_000;
/** Of one transcript. */
export const MAX_CLIPS = 100;
/** Of one transcript, by each person who does not own it; as many are left to its owner. */
export const MAX_OWN_CLIPS = 25;
/** Clips of one person that are being made: the others' come in between. */
export const MAX_CLIPS_WAITING = 5;

/** One piece of a live recording: some seconds of it. */
export const MAX_PIECE_BYTES = 8_000_000;
/** Pieces of one recording: the browser sends at least five seconds in each, so this is more than a day. */
export const MAX_PIECES = 20_000;
/** Recordings of one person waiting to be transcribed. */
export const MAX_UNFINISHED_RECORDINGS = 50;

export const MAX_TITLE_LENGTH = 200;
/** The sound tracks of a recording that are tried and can be chosen: the first ones. */
export const MAX_SOUND_TRACKS = 16;
/** In UTF-16 code units. A stranger's recording can have a track whose title is megabytes long. */
export const MAX_TRACK_TITLE_LENGTH = 100;
/** How many people somebody can say that speak; more are found without being told. */
export const MAX_SPEAKERS = 10;
/** Searches for speakers of one person that are not done: the others' come in between. */
export const MAX_SPEAKER_SEARCHES_WAITING = 3;
export const MAX_SPEAKER_NAME_LENGTH = 50;
/** Speaker names in one transcript; no recording has this many speakers. */
export const MAX_SPEAKER_NAMES = 200;
export const MAX_SPEAKER_LABEL_LENGTH = 100;
/** Characters of one segment: about twenty minutes of speech. */
export const MAX_SEGMENT_LENGTH = 20_000;
/**
 * Characters and words of one transcript: slightly more than a day of speech at 200 words per minute (1,728,000 and 288,000). An engine's
 * text is accepted at any length, but edits cannot make it longer than this.
 */
export const MAX_TRANSCRIPT_LENGTH = 2_000_000;
export const MAX_TRANSCRIPT_WORDS = 400_000;
/** Segments that one call may assign to another speaker. */
export const MAX_SEGMENTS_MOVED = 20_000;
/** Words that one step confirms. */
export const MAX_WORDS_CONFIRMED = 500;
/** Words whose times one step sets by hand. */
export const MAX_WORDS_TIMED = 500;
/** The shortest passage and the shortest word that somebody can set: one frame at 50 per second, and half of one. */
export const MIN_PASSAGE_MS = 20;
export const MIN_WORD_MS = 10;
export const MAX_FIND_LENGTH = 200;
export const HISTORY_ENTRIES = 50;
/** Changes that the list of steps shows for each step; the step itself has all of them. */
export const HISTORY_CHANGES_SHOWN = 5;
/** Highlights and comments of one transcript. */
export const MAX_NOTES = 2000;
/** Replies to all comments of one transcript. */
export const MAX_NOTE_REPLIES = 2000;
/** Notes on one page of them, and replies. */
export const NOTES_PAGE_SIZE = 50;
export const NOTE_REPLIES_PAGE_SIZE = 100;
/** Of these, by each person who does not own the transcript; as many are left to its owner. */
export const MAX_OWN_NOTES = 500;
export const MAX_OWN_NOTE_REPLIES = 500;
/** Characters of a note's text, or of a reply. */
export const MAX_NOTE_LENGTH = 5000;
/** Characters and segments of a transcript that one note can be about. */
export const MAX_NOTE_QUOTE_LENGTH = 1000;
export const MAX_NOTE_SEGMENTS = 200;
export const MAX_SHARE_DAYS = 365;
export const MAX_FILE_NAME_LENGTH = 255;
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_NAME_LENGTH = 100;
export const MAX_PASSWORD_LENGTH = 128;

export const SEARCH_MIN_LENGTH = 2;
export const SEARCH_MAX_LENGTH = 200;
/** Matches sent for each transcript; the rest is only counted. */
export const SEARCH_MATCHES_SENT = 3;
export const SEARCH_RESULTS = 20;
/** What is typed before it says enough to look for what means the same. */
export const SIMILAR_MIN_LENGTH = 3;
export const SIMILAR_PASSAGES = 10;

/** Of the sources that were read for an answer, how many of each kind are listed; more are counted. */
export const READ_SOURCES_LISTED = 100;

export const HISTORY_PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;

/** Most speakers that diarization may distinguish, and number of speaker colors on the screen. */
export const SPEAKER_COLORS = 8;

/** Characters of one question. */
export const MAX_QUESTION_LENGTH = 4000;
export const MAX_ANSWER_LENGTH = 20_000;
export const MAX_SUGGESTIONS = 3;
/** Messages of a visitor's conversation that are sent with the next question. */
export const MAX_SHARED_HISTORY = 12;
export const MAX_API_KEY_LENGTH = 500;
export const MAX_SERVER_ADDRESS_LENGTH = 500;
export const MAX_MODEL_NAME_LENGTH = 200;

/** Largest recording that is downloaded: a day at 92 kbit/s. */
export const MAX_SOURCE_BYTES = 1_000_000_000;
export const MAX_SOURCE_TEXT = '1GB';
export const MAX_ADDRESS_LENGTH = 4096;
export const MAX_SOURCE_QUERY_LENGTH = 200;

export const PODCASTS_FOUND = 15;
export const PODCASTS_FOUND_AT_MOST = 50;
export const EPISODES_PAGE_SIZE = 20;
/** How long a podcast's feed may take to arrive. */
export const FEED_TIMEOUT_MS = 15_000;

export const VIDEOS_FOUND = 10;
export const VIDEOS_FOUND_AT_MOST = 20;

export const DEFAULT_PROJECT_COLOR = '#3b82f6';
export const MAX_PROJECT_NAME_LENGTH = 100;
export const MAX_DESCRIPTION_LENGTH = 1000;
/** Projects that one person may own. */
export const MAX_PROJECTS = 500;
export const MAX_ARTICLES = 1000;
export const MAX_MEMBERS = 200;
/** Invitations of a project that nobody has accepted yet. */
export const MAX_INVITATIONS = 100;
export const INVITATION_DAYS = 7;
/** Transcripts that one call may assign. */
export const MAX_ASSIGNED = 1000;
/** Transcripts that the assign dialog loads. */
export const ASSIGN_LIST_SIZE = 100;

/** 25 MB, inclusive. */
export const MAX_PDF_BYTES = 26_214_400;
export const MAX_PDF_PAGES = 1000;
/** 32 MB, inclusive: a transcript made elsewhere. */
export const MAX_IMPORT_BYTES = 33_554_432;
/** Of a transcript made elsewhere: a day of subtitles of two seconds each has 43,200. */
export const MAX_IMPORT_SEGMENTS = 50_000;
/** Texts of a person that were read and have not become a transcript. */
export const MAX_WAITING_IMPORTS = 200;
/** Largest web page. */
export const MAX_PAGE_BYTES = 5_000_000;
/** Characters of an article's text. */
export const MAX_ARTICLE_LENGTH = 2_000_000;

/** Access tokens of one person that are neither revoked nor expired. */
export const MAX_TOKENS = 50;
export const MAX_TOKEN_NAME_LENGTH = 100;
export const DEFAULT_TOKEN_DAYS = 90;
export const MAX_TOKEN_DAYS = 365;
