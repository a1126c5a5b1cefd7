import { langAttribute } from '#domain/languages.ts';
import { textDirection } from '#domain/text-direction.ts';
import { formatTime } from '#domain/timecode.ts';
import type { ShownText } from '../../http/arrivals.ts';
import { escapeHtml } from '../../http/html.ts';
import type { Beginning } from '../transcripts/service.ts';

/**
 * The beginning of a transcript as HTML: rows as `web/player/segment-row.tsx` draws them, where the page will have them
 * (`web/first-look.css`). Nothing in it can be used, because nothing answers yet; so it has names of its own, by which nobody can take it for
 * the text.
 */
export function markBeginning(beginning: Beginning, on: ShownText['on']): string {
  const { title, rows, language, hasLongTimes } = beginning;
  const list = hasLongTimes ? 'first-look-list' : 'first-look-list short-times';
  return [
    `<div id="first-look" class="first-look" data-on="${on}" inert><div class="first-look-bar"></div><div class="first-look-page">`,
    `<div class="first-look-title surface-card"><span dir="auto">${escapeHtml(title)}</span></div>`,
    '<div class="first-look-player surface-card"></div>',
    `<div class="first-look-text surface-card"><div class="first-look-tools">${on === 'shared' ? 'Transcript' : ''}</div>`,
    `<div class="${list}"><ol>${rows.map((row) => markRow(row, language)).join('')}</ol></div>`,
    '</div></div></div>',
  ].join('');
}

function markRow(
  { seconds, isEstimated, speaker, color, text }: Beginning['rows'][number],
  language: string | null,
): string {
  const time = `${isEstimated ? '≈' : ''}${formatTime(seconds)}`;
  const name =
    speaker === null ? '' : `<span class="first-look-speaker" dir="auto">${escapeHtml(speaker)}</span>`;
  const tag = langAttribute(language);
  const lang = tag === undefined ? '' : ` lang="${escapeHtml(tag)}"`;
  return `<li class="first-look-row speaker-${color}"><span class="first-look-time">${time}</span>${name}<p class="first-look-words" dir="${textDirection(text, language)}"${lang}>${escapeHtml(text)}</p></li>`;
}
