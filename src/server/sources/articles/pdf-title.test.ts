import { describe, expect, it } from 'vitest';
import { titleOfPdf } from './pdf-title.ts';

const title = (stated: string, heading: string | null, filename: string) =>
  titleOfPdf({ stated, heading }, filename);

describe('the title of a PDF', () => {
  it('is the one in its metadata, if somebody gave it one', () => {
    expect(title('A Long Work', 'Chapter one', 'work.pdf')).toBe('A Long Work');
    expect(title('1984: a novel', 'Chapter one', 'work.pdf')).toBe('1984: a novel');
  });

  it.each([
    'Microsoft Word - Annual report v3.docx',
    'Microsoft PowerPoint - slides',
    'untitled',
    'Untitled 2',
    'Dokument1',
    'PowerPoint Presentation',
    'report-final.indd',
    '12',
  ])('is the name of its file where a program wrote %s', (stated) =>
    expect(title(stated, 'The Journal of Rivers', 'The_old_mill.pdf')).toBe('The old mill'),
  );

  it.each(['scan_0012.pdf', '2026-03-05.PDF', 'document.pdf', 'IMG 4.pdf', 'untitled.pdf'])(
    'is its heading where a program wrote its metadata and the file is called %s',
    (filename) => expect(title('untitled', 'The old mill', filename)).toBe('The old mill'),
  );

  it('is its heading where it has no metadata, and the name of its file where it has neither', () => {
    expect(title('', 'The old mill', 'paper.pdf')).toBe('The old mill');
    expect(title('', null, 'old_mill.pdf')).toBe('old mill');
    expect(title('', null, '.pdf')).toBe('.pdf');
  });
});
