/** A part of a form: a field's value or a file. */
export interface FormPart {
  name: string;
  filename: string | undefined;
  value: Buffer;
}

/** Reads a multipart/form-data body; throws for any that is not exactly of this form. */
export function readMultipart(body: Buffer, contentType: string): FormPart[] {
  const boundary = /boundary=(\S+)/.exec(contentType)?.[1];
  if (!boundary) throw new Error('The form has no boundary');
  const line = Buffer.from(`--${boundary}`);
  const parts: FormPart[] = [];
  let at = expectAt(body, line, 0);
  while (body.toString('latin1', at, at + 2) === '\r\n') {
    const headEnd = body.indexOf('\r\n\r\n', at);
    const end = body.indexOf(Buffer.concat([Buffer.from('\r\n'), line]), headEnd);
    if (headEnd < 0 || end < 0) throw new Error('A part of the form does not end');
    const head = body.toString('utf8', at + 2, headEnd);
    const name = /;\s*name="([^"]*)"/.exec(head)?.[1];
    if (name === undefined) throw new Error('A part of the form has no name');
    const filename = /;\s*filename="([^"]*)"/.exec(head)?.[1];
    parts.push({ name, filename, value: body.subarray(headEnd + 4, end) });
    at = expectAt(body, line, end + 2);
  }
  if (body.toString('latin1', at) !== '--\r\n') throw new Error('The form does not end as it should');
  return parts;
}

function expectAt(body: Buffer, expected: Buffer, at: number): number {
  if (!body.subarray(at, at + expected.length).equals(expected)) throw new Error('The form is broken');
  return at + expected.length;
}
