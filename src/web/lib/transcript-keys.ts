/** The query key above all data about transcripts: lists, details, versions. */
export const TRANSCRIPTS_KEY = ['transcripts'] as const;

/** The query key above what is known of which file has become which transcript. */
export const KNOWN_RECORDINGS_KEY = [...TRANSCRIPTS_KEY, 'known'] as const;

/** The query key above all pages of the list of transcripts. */
export const TRANSCRIPT_LISTS_KEY = [...TRANSCRIPTS_KEY, 'list'] as const;
