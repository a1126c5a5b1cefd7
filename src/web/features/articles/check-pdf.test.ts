import { expect, it } from 'vitest';
import { MAX_PDF_BYTES } from '#contract/limits.ts';
import { checkPdf } from './check-pdf.ts';

it.each([
  ['a.pdf', 'application/pdf', MAX_PDF_BYTES, null],
  ['a.pdf', 'application/pdf', MAX_PDF_BYTES + 1, 'PDF file must be smaller than 25MB'],
  ['a.txt', 'text/plain', MAX_PDF_BYTES + 1, 'PDF file must be smaller than 25MB'],
  ['a.PDF', '', 1, null],
  ['a.txt', 'text/plain', 1, 'Only PDF files are allowed'],
  ['a.pdf', 'text/html', 1, 'Only PDF files are allowed'],
])('judges %s (%s, %s bytes)', (name, type, size, problem) =>
  expect(checkPdf({ name, type, size })).toBe(problem),
);
