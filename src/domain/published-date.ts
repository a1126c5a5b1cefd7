import { withZoneOffset } from './time-zones.ts';

const DAY = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const MOMENT = /^(\d{4})-(\d{2})-(\d{2})[T ]\d{2}:?\d{2}/;
const ZONE = /(?:Z|GMT|UTC|[+-]\d{2}:?\d{2})$/i;
/** The age of the first printed books; an earlier year is a misreading. */
const FIRST_YEAR = 1450;

/**
 * Reads a publication date in any of the many forms that pages use. Returns a day ('2024-03-05'), or the moment in ISO 8601 if the time
 * zone is known; null if the text is not a date, or is one that could be read in two ways ('03/05/2024').
 */
export function readPublishedDate(text: string): string | null {
  const said = withZoneOffset(text.trim());
  const day = DAY.exec(said) ?? (ZONE.test(said) ? null : MOMENT.exec(said));
  if (day) return dayOf(Number(day[1]), Number(day[2]), Number(day[3]));
  if (MOMENT.test(said) || (/^[A-Za-z]{3},? \d/.test(said) && ZONE.test(said))) return momentOf(said);
  // 'March 5, 2024', '5 March 2024': the month as a word, and no time of day.
  if (!/[a-z]{3}/i.test(said) || !/\b\d{4}\b/.test(said) || said.includes(':') || said.length > 40)
    return null;
  const time = new Date(`${said} UTC`);
  if (Number.isNaN(time.getTime())) return null;
  return dayOf(time.getUTCFullYear(), time.getUTCMonth() + 1, time.getUTCDate());
}

function momentOf(said: string): string | null {
  const time = new Date(said.replace(/^(\d{4}-\d{2}-\d{2}) /, '$1T'));
  if (Number.isNaN(time.getTime())) return null;
  return isYear(time.getUTCFullYear()) ? time.toISOString() : null;
}

function dayOf(year: number, month: number, day: number): string | null {
  const time = new Date(Date.UTC(year, month - 1, day));
  if (!isYear(year) || time.getUTCMonth() !== month - 1 || time.getUTCDate() !== day) return null;
  return time.toISOString().slice(0, 10);
}

function isYear(year: number): boolean {
  return year >= FIRST_YEAR && year <= 2200;
}
