import { randomUUID } from 'node:crypto';
import type { SentSound } from '../wav.ts';

/** The fields of a form in order; a name may occur several times. */
export type FormFields = readonly (readonly [name: string, value: string])[];

/** A file of a form. */
export interface FormFile {
  field: string;
  filename: string;
  sound: SentSound;
}

/** A form as multipart/form-data (RFC 7578): its headers, and its bytes, of which the file is streamed. */
export function multipartForm(
  fields: FormFields,
  file?: FormFile,
): { headers: Record<string, string>; body: SentSound } {
  const boundary = `tapescript-${randomUUID()}`;
  const parts = fields.map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${withoutBreaks(value)}\r\n`,
  );
  if (file) {
    parts.push(
      `--${boundary}\r\nContent-Disposition: form-data; name="${file.field}"; filename="${file.filename}"\r\nContent-Type: audio/wav\r\n\r\n`,
    );
  }
  const before = Buffer.from(parts.join(''));
  const after = Buffer.from(`${file ? '\r\n' : ''}--${boundary}--\r\n`);
  const sizeBytes = before.length + (file?.sound.sizeBytes ?? 0) + after.length;
  async function* bytes() {
    yield before;
    if (file) yield* file.sound.bytes();
    yield after;
  }
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: { sizeBytes, bytes },
  };
}

/** A value cannot end its part: line breaks are not needed in any field. */
function withoutBreaks(value: string): string {
  return value.replace(/[\r\n]+/g, ' ');
}
