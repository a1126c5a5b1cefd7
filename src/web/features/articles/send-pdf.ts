import { type Article, UPLOAD_PDF_PATH } from '#contract/articles.ts';
import type { ProjectId } from '#contract/ids.ts';
import { ApiError } from '#web/lib/api.ts';
import { sendUpload, type Upload } from '#web/lib/send-upload.ts';
import { PDF_TYPE } from './check-pdf.ts';

interface SendPdf extends Pick<Upload, 'signal' | 'onProgress'> {
  file: File;
  projectId: ProjectId;
}

/** Adds a PDF to a project, and returns the article once the server has read it. */
export async function sendPdf({ file, projectId, ...upload }: SendPdf): Promise<Article> {
  const body = new FormData();
  // Comes before the file, because the server has to know the project when the bytes arrive.
  body.set('projectId', String(projectId));
  body.set('pdf', new Blob([file], { type: PDF_TYPE }), file.name);
  const answer = await sendUpload({ method: 'POST', url: UPLOAD_PDF_PATH, body, ...upload });
  if (answer.status !== 201) throw new ApiError(answer.status, answer.statusText, answer.text);
  // The response follows the contract, as everywhere (see lib/api.ts).
  return JSON.parse(answer.text) as Article;
}
