import {
  MAX_NOTE_QUOTE_LENGTH,
  MAX_NOTE_REPLIES,
  MAX_NOTES,
  MAX_OWN_NOTE_REPLIES,
  MAX_OWN_NOTES,
} from '../limits.ts';
import type { ErrorTable } from './error-table.ts';

/** Errors of highlights and comments. */
export const NOTES_ERRORS = {
  note_not_found: { status: 404, message: 'This note no longer exists.' },
  reply_not_found: { status: 404, message: 'This reply no longer exists.' },
  note_words_changed: {
    status: 409,
    message: 'These words have been edited or deleted in the meantime. Select them again.',
  },
  note_without_words: { status: 400, message: 'Select at least one word.' },
  comment_empty: { status: 400, message: 'A comment needs a text. Delete it if it is no longer needed.' },
  note_quote_too_long: {
    status: 400,
    message: `A note can be about at most ${MAX_NOTE_QUOTE_LENGTH.toLocaleString('en')} characters of text. Select less.`,
  },
  too_many_notes: {
    status: 409,
    message: `A transcript can have at most ${MAX_NOTES.toLocaleString('en')} highlights and comments. Delete one of them first.`,
  },
  too_many_replies: {
    status: 409,
    message: `The comments of a transcript can have at most ${MAX_NOTE_REPLIES.toLocaleString('en')} replies. Delete one of them first.`,
  },
  too_many_own_notes: {
    status: 409,
    message: `People who do not own a transcript can each add ${MAX_OWN_NOTES.toLocaleString('en')} highlights and comments, and together ${(MAX_NOTES - MAX_OWN_NOTES).toLocaleString('en')}. Delete one of yours, or ask its owner.`,
  },
  too_many_own_replies: {
    status: 409,
    message: `People who do not own a transcript can each write ${MAX_OWN_NOTE_REPLIES.toLocaleString('en')} replies, and together ${(MAX_NOTE_REPLIES - MAX_OWN_NOTE_REPLIES).toLocaleString('en')}. Delete one of yours, or ask its owner.`,
  },
  only_author: { status: 403, message: 'Only the person who wrote this can change it.' },
  note_not_comment: { status: 409, message: 'Only comments can be answered and resolved.' },
  note_not_highlight: { status: 409, message: 'Only highlights have a color.' },
} as const satisfies ErrorTable;
