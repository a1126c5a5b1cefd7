import { UPLOAD_PDF_PATH } from '#contract/articles.ts';
import type { ProjectId } from '#contract/ids.ts';
import { makePdf } from './pdfs.ts';
import type { Person } from './person.ts';

export interface PdfUpload {
  file?: Buffer;
  filename?: string;
  type?: string;
  name?: string;
  order?: 'project first' | 'file first';
  projectId?: ProjectId | string | undefined;
}

/** A multipart form as browsers write it. */
export function uploadPdf(
  person: Person,
  {
    file = makePdf([['A text of a page that says enough to be taken for one, which it is.']]),
    filename = 'paper.pdf',
    type = 'application/pdf',
    name = 'pdf',
    order = 'project first',
    projectId,
  }: PdfUpload,
) {
  const boundary = '----form';
  const field = Buffer.from(
    projectId === undefined
      ? ''
      : `--${boundary}\r\ncontent-disposition: form-data; name="projectId"\r\n\r\n${projectId}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`;
  const part = [Buffer.from(head), file, Buffer.from('\r\n')];
  const parts = order === 'project first' ? [field, ...part] : [...part, field];
  return person.app.inject({
    method: 'POST',
    url: UPLOAD_PDF_PATH,
    headers: { cookie: person.cookie, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  });
}
