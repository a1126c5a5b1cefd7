/** No duration is longer. */
const MAX_LENGTH = 100;
const NUMBER = String.raw`(\d+(?:[.,]\d+)?)`;
const SECONDS = new RegExp(`^${NUMBER}$`);
const CLOCK = new RegExp(
  String.raw`^(?:(\d+):)?(\d+):${NUMBER}(?: ?(?:h|hrs?|hours?|m|mins?|minutes?))?$`,
  'i',
);
const FRENCH = /^(\d+) ?h ?(\d{1,2})()$/i;
const UNITS = new RegExp(
  [
    `^(?:${NUMBER} ?(?:h|hrs?|hours?|std|stunden?|heures?|horas?)\\.?)?`,
    `(?:${NUMBER} ?(?:m|mins?|minutes?|minuten?|minutos?)\\.?)?`,
    `(?:${NUMBER} ?(?:s|secs?|seconds?|sek|sekunden?|secondes?|segundos?)\\.?)?$`,
  ].join('[ ,:]*(?:(?:and|&) )?'),
  'i',
);

/**
 * Reads the duration of an episode as feeds write it: '01:02:03.5', '62:03', '3723', '1h 2m', '1 hr 2 min', 'PT1H2M'. Returns seconds;
 * null if the text is not a duration.
 */
export function readDuration(text: string): number | null {
  if (text.length > MAX_LENGTH) return null;
  const said = text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ?: ?/g, ':')
    .replace(/^P(?:0D)?T(?=\d)/i, '')
    .replace(/^(\d{1,3}),(\d{3})$/, '$1$2');
  if (said === '') return null;
  const alone = SECONDS.exec(said)?.[1];
  if (alone) return numberOf(alone);
  const match = CLOCK.exec(said) ?? FRENCH.exec(said) ?? UNITS.exec(said);
  if (!match) return null;
  const [, hours, minutes, seconds] = match;
  return numberOf(hours) * 3600 + numberOf(minutes) * 60 + numberOf(seconds);
}

function numberOf(text: string | undefined): number {
  return Number((text || '0').replace(',', '.'));
}
