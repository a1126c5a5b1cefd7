import { IMPORTS_PATH, KeptImport } from '#contract/imports.ts';
import { formatSubtitleTime } from '#domain/timecode.ts';
import type { Person } from './person.ts';

/** Sends a transcript made elsewhere, to be kept. */
export function sendTranscript(person: Person, payload: string | Buffer, filename = 'talk.srt') {
  return person.app.inject({
    method: 'POST',
    url: IMPORTS_PATH,
    query: { filename },
    headers: { ...person.credentials, 'content-type': 'application/octet-stream' },
    payload,
  });
}

/** What was understood of a transcript made elsewhere, which is kept. */
export async function keepTranscript(...sent: Parameters<typeof sendTranscript>): Promise<KeptImport> {
  const response = await sendTranscript(...sent);
  if (response.statusCode !== 201) throw new Error(response.body);
  return KeptImport.strict().parse(response.json());
}

/** A file of so many subtitles (SRT), three seconds each. */
export function subtitles(count: number): Buffer {
  const cues = Array.from({ length: count }, (_, index) => {
    const startMs = index * 3000;
    return `${index + 1}\n${formatSubtitleTime(startMs)} --> ${formatSubtitleTime(startMs + 2800)}\nAnn Lee: This is what was said as number ${index + 1}.\n`;
  });
  return Buffer.from(cues.join('\n'));
}
