import type { Random } from '../random.ts';
import { ODD_TEXTS } from './oddities.ts';

/** A field of a multipart form, or a file in it. */
interface FormPart {
  name: string;
  content: Buffer;
  filename?: string;
  type?: string;
}

const BOUNDARY = 'a-boundary-of-some-length';

type FormChange = (parts: FormPart[], random: Random) => FormPart[];

const CHANGES: readonly FormChange[] = [
  (parts) => parts,
  (parts) => parts,
  (parts) => parts.toReversed(),
  () => [],
  (parts) => parts.slice(0, -1),
  (parts) => parts.slice(1),
  (parts) => [...parts, ...parts],
  (parts) => Array.from({ length: 40 }, () => parts).flat(),
  (parts, random) => changeOne(parts, random, (part) => ({ ...part, name: random.pick(ODD_TEXTS) })),
  (parts, random) => changeOne(parts, random, (part) => ({ ...part, filename: random.pick(ODD_TEXTS) })),
  (parts, random) => changeOne(parts, random, (part) => ({ ...part, type: random.pick(ODD_TEXTS) })),
  (parts, random) =>
    changeOne(parts, random, (part) => ({ ...part, content: Buffer.from(random.pick(ODD_TEXTS)) })),
  (parts, random) => changeOne(parts, random, (part) => ({ ...part, content: Buffer.alloc(0) })),
  (parts, random) =>
    changeOne(parts, random, (part) => ({
      ...part,
      content: Buffer.alloc(random.pick([2000, 300_000]), 'x'),
    })),
];

const TEXT_CHANGES: readonly ((form: Buffer) => Buffer)[] = [
  (form) => form,
  (form) => form,
  (form) => form,
  (form) => form.subarray(0, form.length >> 1),
  // Without the end of the last line, so that the form seems unfinished.
  (form) => form.subarray(0, -6),
  (form) => replaceIn(form, 'Content-Disposition', 'Content-Disposition\0'),
  (form) => replaceIn(form, ': form-data', ''),
  (form) => replaceIn(form, '\r\n', '\n'),
  (form) => replaceIn(form, '\r\n\r\n', `\r\n${'X-More: 1\r\n'.repeat(200)}\r\n`),
  (form) => replaceIn(form, '\r\n\r\n', `\r\nX-Long: ${'y'.repeat(100_000)}\r\n\r\n`),
  (form) => replaceIn(form, '\r\n\r\n', '\r\nContent-Transfer-Encoding: base64\r\n\r\n'),
  (form) => replaceIn(form, `--${BOUNDARY}`, `--${BOUNDARY}x`),
];

/** Writes a form with these parts, often with something odd in the parts or the encoding. */
export function oddForm(
  parts: FormPart[],
  random: Random,
): { headers: Record<string, string>; bytes: Buffer } {
  const form = writeForm(random.pick(CHANGES)(parts, random));
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    bytes: random.pick(TEXT_CHANGES)(form),
  };
}

function changeOne(parts: FormPart[], random: Random, change: (part: FormPart) => FormPart): FormPart[] {
  const at = random.below(parts.length);
  return parts.map((part, index) => (index === at ? change(part) : part));
}

function writeForm(parts: FormPart[]): Buffer {
  const written = parts.map(({ name, filename, type, content }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"`;
    const kind = type === undefined ? '' : `Content-Type: ${type}\r\n`;
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${kind}\r\n`;
    return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n')]);
  });
  return Buffer.concat([...written, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

function replaceIn(form: Buffer, what: string, by: string): Buffer {
  return Buffer.from(
    form.toString('latin1').replace(what, () => by),
    'latin1',
  );
}
