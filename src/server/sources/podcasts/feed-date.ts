import { withZoneOffset } from '#domain/time-zones.ts';

/** No date is longer. */
const MAX_LENGTH = 100;
const YEAR_MS = 366 * 24 * 60 * 60_000;
const ZONED = /:\d{2}.*(?:Z|[+-]\d{1,2}:?(?:\d{2})?)$/i;
/** '03/05/2024' could be read in two ways. */
const AMBIGUOUS = /^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}/;

/** What feeds add or write in an order of their own, in turn. */
const CORRECTIONS: readonly [said: RegExp, meant: string][] = [
  [/\s+/g, ' '],
  // The name of the day is often wrong or in another language, and is redundant.
  [/^\p{L}+\.?,? ?(?=\d)(?!\d{1,2},? \d{4})/u, ''],
  [/^\p{L}+\.?,? (?=\p{L}+ \d)/u, ''],
  // A comment after the zone: '+0100 (CET)', '+01:00[Europe/Berlin]', '+0100 CET'.
  [/ ?[([][^)\]]*[)\]]$/, ''],
  [/( [+-]\d{4}) [a-z]{2,5}$/i, '$1'],
  [/(:\d{2}) ?([ap])\.?m\b\.?/i, '$1 $2m'],
  // 'Mar 5 10:00:00 CET 2024'
  [/^(\p{L}+ \d{1,2}) (\d{1,2}:\S+) (.* )?(\d{4})$/u, '$1 $4 $2 $3'],
  [/^(\d{4}-\d{2}-\d{2}T\S+) (?=[+-]|Z$)/i, '$1'],
];

/**
 * Reads the date of an episode as feeds write it, with the common mistakes; a time without a known zone is in UTC, as RFC 5322 has it.
 * Returns the moment in ISO 8601; null if the text is not a date, or is one before 1970 or in the far future.
 */
export function readFeedDate(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const said = CORRECTIONS.reduce((date, [wrong, meant]) => date.replace(wrong, meant).trim(), text);
  if (AMBIGUOUS.test(said)) return null;
  const moment = withZoneOffset(said);
  const time = Date.parse(ZONED.test(moment) ? moment : inUtc(moment));
  if (Number.isNaN(time) || time < 0 || time > Date.now() + YEAR_MS) return null;
  return new Date(time).toISOString();
}

/** A moment without a zone, or with an unknown one ('10:00 XYZT'), which a server would read in its own. */
function inUtc(moment: string): string {
  const zoneless = moment
    .replace(/^(\d{4}-\d{1,2}-\d{1,2})T/, '$1 ')
    .replace(/(\d) ?(?!am$|pm$)[a-z]{1,5}$/i, '$1');
  return `${zoneless} UTC`;
}
