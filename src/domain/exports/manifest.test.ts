import { expect, it } from 'vitest';
import { describeFailure, type ExportRecord, exportFacts, exportManifest } from './manifest.ts';

const segment = (id: number, speaker: string) => ({
  id,
  revision: 1,
  speaker,
  text: 'Bees.',
  start: id,
  end: id + 1,
});
const source = {
  title: '회의\u202e\n🐝',
  transcript: '',
  timestampedTranscript: [segment(1, 'Speaker 2'), segment(2, 'Speaker 1'), segment(3, 'Speaker 2')],
  speakerNames: { 'Speaker 2': 'Grace' },
  showSpeakers: true,
  duration: 12.5,
  language: 'ko',
  createdAt: '2026-11-21T10:00:00.000Z',
};

it('tells of each transcript what is there, and of what is missing why', () => {
  const facts = exportFacts(source);
  const file = { name: '회의 🐝.txt', format: 'txt', sizeBytes: 12, sha256: 'ab' } as const;
  const records: ExportRecord[] = [
    {
      id: 7,
      title: 'As it was listed',
      facts,
      files: [file],
      failures: [{ format: 'pdf', kind: 'not-made' }],
    },
    { id: 8, title: 'Gone', facts: null, files: [], failures: [{ format: null, kind: 'gone' }] },
  ];
  const text = exportManifest(
    records,
    '2026-11-27T02:00:00.000Z',
    (id) => `https://talks.example/transcript/${id}`,
  );
  expect(JSON.parse(text)).toEqual({
    format: 'tapescript-export',
    version: 1,
    madeAt: '2026-11-27T02:00:00.000Z',
    transcriptCount: 1,
    fileCount: 1,
    failureCount: 2,
    transcripts: [
      {
        id: 7,
        title: '회의 🐝',
        link: 'https://talks.example/transcript/7',
        duration: 12.5,
        language: 'ko',
        speakers: ['Grace', 'Speaker 1'],
        createdAt: '2026-11-21T10:00:00.000Z',
        files: [file],
        failures: [{ format: 'pdf', reason: 'The file could not be made.' }],
      },
      {
        id: 8,
        title: 'Gone',
        link: 'https://talks.example/transcript/8',
        duration: null,
        language: null,
        speakers: [],
        createdAt: null,
        files: [],
        failures: [{ format: null, reason: 'It was deleted, or you may not read it any more.' }],
      },
    ],
  });
  expect(describeFailure({ format: 'pdf', kind: 'not-made' })).toBe('PDF: The file could not be made.');
  expect(describeFailure({ format: null, kind: 'unfinished' })).toBe('It has no finished text.');
});
