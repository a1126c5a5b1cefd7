import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Segment } from '#contract/segments.ts';
import { readableOf } from '#domain/exports/readable.ts';
import { placeInOrder, timestampSegment } from '#domain/segments.ts';
import { makeDocx } from '#web/exports/docx-document.ts';
import { readTranscript, takeTranscript } from './read-transcript.ts';

const text = (said: string) => `<w:r><w:t xml:space="preserve">${said}</w:t></w:r>`;
const paragraph = (inner: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${inner}</w:p>`;
const documentOf = (...body: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="w"><w:body>${body.join('')}</w:body></w:document>`;
const docx = (xml: string, rest: Record<string, Uint8Array> = {}) =>
  zipSync({ '[Content_Types].xml': strToU8('<Types/>'), 'word/document.xml': strToU8(xml), ...rest });
const shown = (bytes: Uint8Array) => {
  const answer = readTranscript(bytes);
  if (!('preview' in answer)) throw new Error(JSON.stringify(answer));
  expect(answer.preview.format).toBe('docx');
  return answer.preview.segments.map(({ speaker, start, text: said }) => `${speaker} ${start}: ${said}`);
};

describe('a Word document', () => {
  it('has a segment for each paragraph, with the times and names at its beginning', () =>
    expect(
      shown(
        docx(
          documentOf(
            paragraph(text('[0:01] Ann: Good ') + text('morning &amp; welcome.')),
            paragraph(text('[0:03] Ben: Yes.')),
            paragraph(''),
            paragraph(text('[0:05] Ann: So.')),
          ),
        ),
      ),
    ).toEqual(['Ann 1: Good morning & welcome.', 'Ben 3: Yes.', 'Ann 5: So.']));

  it('as Teams writes it has name, time and text in one paragraph', () =>
    expect(
      shown(
        docx(
          documentOf(
            paragraph(text('Weekly call')),
            paragraph(`${text('Ann Lee')}${text('   0:04')}<w:r><w:br/></w:r>${text('Hello there.')}`),
            paragraph(`${text('Ben Roe')}${text('   0:09')}<w:r><w:br/></w:r>${text('Hi.')}`),
          ),
        ),
      ),
    ).toEqual(['Ann Lee 4: Hello there.', 'Ben Roe 9: Hi.']));

  it('has a row of a table in one line', () => {
    const row = (...cells: string[]) =>
      `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(text(cell))}</w:tc>`).join('')}</w:tr>`;
    const table = `<w:tbl>${row('0:01', 'Ann Lee', 'Hello.')}${row('0:03', 'Ben', 'Yes.')}</w:tbl>`;
    expect(shown(docx(documentOf(table)))).toEqual(['Ann Lee 1: Hello.', 'Ben 3: Yes.']);
  });

  it('with tracked changes is read as if they were accepted', () =>
    expect(
      shown(
        docx(
          documentOf(
            paragraph(
              `${text('We ')}<w:del><w:r><w:delText>never </w:delText><w:t>never </w:t></w:r></w:del><w:ins>${text('always ')}</w:ins>`,
              '<w:rPr><w:del w:id="1"/></w:rPr>',
            ),
            paragraph(text('meet on Mondays.')),
            paragraph(text('Yes.')),
          ),
        ),
      ),
    ).toEqual(['null null: We always meet on Mondays.', 'null null: Yes.']));

  it('that was exported here comes in as it was', async () => {
    const said = (speaker: string, startMs: number, words: string): Segment => ({
      speaker,
      startMs,
      endMs: startMs + 1000,
      text: words,
      words: [],
      timing: 'measured',
    });
    const segments = [said('Speaker 1', 1000, 'Good morning.'), said('Speaker 2', 65_000, '네, 그렇습니다.')];
    const bytes = await makeDocx(
      readableOf({
        title: 'The ferry',
        transcript: '',
        speakerNames: { 'Speaker 1': 'Ann Lee' },
        showSpeakers: true,
        duration: 100,
        language: 'en',
        createdAt: '2026-11-23T00:00:00.000Z',
        timestampedTranscript: placeInOrder(segments).map(timestampSegment),
      }),
    );
    expect(shown(new Uint8Array(bytes))).toEqual([
      'Ann Lee 1: Good morning.',
      'Speaker 2 65: 네, 그렇습니다.',
    ]);
    expect(takeTranscript(new Uint8Array(bytes))).toMatchObject({ transcript: { title: 'The ferry' } });
  });

  it('that unpacks to more than a day of speech is refused before it is unpacked', () =>
    expect(readTranscript(docx(documentOf(paragraph(text('lorem ipsum '.repeat(3_000_000))))))).toEqual({
      refusal: 'import_too_complex',
      detail: null,
    }));

  it('that lies about its size, is cut or empty is refused', () => {
    const whole = docx(documentOf(paragraph(text('a'.repeat(100_000)))));
    // The size after unpacking, in the directory at the end.
    const lying = whole.slice();
    const view = new DataView(lying.buffer);
    const directory = lying.findLastIndex(
      (_, at) => view.byteLength - at >= 46 && view.getUint32(at, true) === 0x02014b50,
    );
    view.setUint32(directory + 24, 10, true);
    for (const bytes of [lying, whole.slice(0, -200)])
      expect(readTranscript(bytes)).toMatchObject({
        refusal: expect.stringMatching(/^import_(unreadable|not_text)$/),
      });
    expect(readTranscript(docx(documentOf(paragraph(''))))).toEqual({
      refusal: 'import_empty',
      detail: null,
    });
  });

  it('with elements in elements a million times over is refused', () =>
    expect(readTranscript(docx(documentOf('<w:p>'.repeat(1_000_000))))).toEqual({
      refusal: 'import_unreadable',
      detail: null,
    }));
});
