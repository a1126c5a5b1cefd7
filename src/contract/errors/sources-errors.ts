import type { ErrorTable } from './error-table.ts';

/** Errors of searching for podcasts and videos. */
export const SOURCES_ERRORS = {
  podcast_search_failed: { status: 502, message: 'Failed to search podcasts' },
  podcast_directory_busy: {
    status: 503,
    message: 'The podcast directory is busy. Please wait a minute and try again.',
  },
  podcast_directory_failed: {
    status: 502,
    message:
      'Failed to load episodes: the podcast directory did not provide the address of the feed. Please try again later.',
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
    message: "Failed to load episodes: the podcast's server did not send a readable feed.",
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
} as const satisfies ErrorTable;
