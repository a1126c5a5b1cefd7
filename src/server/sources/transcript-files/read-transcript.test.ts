import { describe, expect, it } from 'vitest';
import type { TranscriptPreview } from '#contract/imports.ts';
import { readTranscript } from './read-transcript.ts';

function read(file: string | Uint8Array): TranscriptPreview {
  const answer = readTranscript(typeof file === 'string' ? Buffer.from(file) : file);
  if (!('preview' in answer)) throw new Error(JSON.stringify(answer));
  return answer.preview;
}
/** Each segment as 'Name 1.5-2: text'. */
function shown(file: string | Uint8Array): string[] {
  return read(file).segments.map(({ speaker, start, end, text }) => `${speaker} ${start}-${end}: ${text}`);
}
function refusal(file: string | Uint8Array) {
  return readTranscript(typeof file === 'string' ? Buffer.from(file) : file);
}
/** A text in an encoding of one byte for each character. */
function inOneByte(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]),
  );
  return Uint8Array.from(text, (letter) => bytes.get(letter) ?? 0x3f);
}
const SRT =
  '1\r\n00:00:01,000 --> 00:00:02,500\r\nAnn Lee: Good\r\nmorning.\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nBen: Yes.\r\n';

describe('SRT', () => {
  it('has a segment for each subtitle, whose names go on until the next one', () => {
    const more =
      '\r\n3\r\n00:00:05,000 --> 00:00:06,000\r\nWell.\r\n\r\n4\r\n00:00:07,000 --> 00:00:08,000\r\nAnn Lee: No.\r\n';
    expect(read(SRT + more)).toEqual({
      format: 'srt',
      encoding: 'utf-8',
      segments: [
        { start: 1, end: 2.5, speaker: 'Ann Lee', text: 'Good morning.' },
        { start: 3, end: 4, speaker: 'Ben', text: 'Yes.' },
        { start: 5, end: 6, speaker: 'Ben', text: 'Well.' },
        { start: 7, end: 8, speaker: 'Ann Lee', text: 'No.' },
      ],
      warnings: [],
    });
  });

  it('is read without numbers, without blank lines and with blank lines inside', () => {
    expect(shown('00:00:01,0 --> 00:00:02,46\nOne.\n00:00:03.000 --> 00:00:04,000\nTwo\n\nthree.\n')).toEqual(
      ['null 1-2.46: One.', 'null 3-4: Two three.'],
    );
    expect(
      shown(
        '\ufeff\n1\n0:00:01,000 --> 0:00:02,000\nOne.\n1\n0:00:03,000 --> 0:00:04,000\n\n\n1\n0:00:05,000 --> 0:00:06,000\n2\n\n3\n',
      ),
    ).toEqual(['null 1-2: One.', 'null 5-6: 2']);
    expect(
      shown('00:00:01,000 --> 00:00:02,000\n1984\n\n00:00:03,000 --> 00:00:04,000\n1.567.202\n'),
    ).toEqual(['null 1-2: 1984', 'null 3-4: 1.567.202']);
  });

  it('loses its tags and coordinates, and no text', () => {
    expect(
      shown(
        '1\n00:00:01,000 --> 00:00:02,000 X1:40 X2:600\n{\\an8}<i>I</i> <font color="#fff">&amp; you</font> <3 a < b <laughs>\n',
      ),
    ).toEqual(['null 1-2: I &amp; you <3 a < b <laughs>']);
  });

  it('keeps its order and says what is odd about its times', () => {
    const { segments, warnings } = read(
      '1\n00:00:05,000 --> 00:00:08,000\nA.\n\n2\n00:00:07,000 --> 00:00:06,000\nB.\n\n3\n00:00:01,000 --> 00:00:02,000\nC.\n\n4\n-00:00:01,000 --> 00:00:03,000\nD.\n\n5\n00:00:xx --> 00:00:09,000\nE.\n',
    );
    expect(segments.map(({ start, end }) => [start, end])).toEqual([
      [5, 8],
      [7, null],
      [1, 2],
      [0, 3],
    ]);
    expect(segments[3]?.text).toBe('D. 5 00:00:xx --> 00:00:09,000 E.');
    expect(warnings.join('\n')).toBe(
      [
        'One line looks like the times of a subtitle but cannot be read as times; it was taken for text.',
        'One part has a negative time; it became 0.',
        'One part ends before it begins; its end was left out.',
        '2 parts begin before the ones above them; the order of the file was kept.',
        'One part begins before the one above it has ended.',
      ].join('\n'),
    );
  });

  it('of ten hours is read whole, in linear time', () => {
    const clock = (s: number) => new Date(s * 1000).toISOString().slice(11, 19);
    const cues = Array.from(
      { length: 12_000 },
      (_, at) => `${at + 1}\n${clock(at * 3)},000 --> ${clock(at * 3 + 2)},900\nCue ${at}.\n`,
    );
    const { segments } = read(cues.join('\n'));
    expect(segments).toHaveLength(12_000);
    expect(segments.at(-1)).toEqual({ start: 35_997, end: 35_999.9, speaker: null, text: 'Cue 11999.' });
  });

  it('has no speakers where sentences have colons', () => {
    const cue = (at: number, text: string) => `0:00:0${at},000 --> 0:00:0${at},900\n${text}\n`;
    expect(
      shown(
        cue(1, 'It came down to this: nobody knew.') +
          cue(2, 'Note: one.') +
          cue(3, 'Note: two.') +
          cue(4, '10:30 Meeting: https://x.test: y'),
      ),
    ).toEqual([
      'null 1-1.9: It came down to this: nobody knew.',
      'null 2-2.9: Note: one.',
      'null 3-3.9: Note: two.',
      'null 4-4.9: 10:30 Meeting: https://x.test: y',
    ]);
  });
});

describe('encodings', () => {
  const russian = SRT.replace('Good\r\nmorning.', 'Доброе утро, как дела?').replace(
    'Yes.',
    'Да, конечно, всё хорошо.',
  );
  it.each(['windows-1251', 'koi8-u'])('%s is recognised and told', (encoding) => {
    const { segments, warnings, ...rest } = read(inOneByte(russian, encoding));
    expect(rest.encoding).toBe(encoding);
    expect(segments[1]?.text).toBe('Да, конечно, всё хорошо.');
    expect(warnings).toEqual([expect.stringContaining(encoding)]);
  });

  it.each(['', '\ufeff'])('UTF-16 with the beginning "%s" is read in both orders', (mark) => {
    const little = Buffer.from(mark + russian, 'utf16le');
    expect(read(little)).toMatchObject({
      encoding: 'utf-16le',
      segments: read(russian).segments,
      warnings: [],
    });
    const big = Buffer.from(little).swap16();
    expect(read(big)).toMatchObject({ encoding: 'utf-16be', segments: read(russian).segments, warnings: [] });
  });

  it('NULs at the ends are no text', () =>
    expect(read(`${SRT}\u0000\u0000\u001a`).segments).toEqual(read(SRT).segments));
});

describe('WebVTT', () => {
  it('has the voices as speakers, and no comments, styles, regions and settings', () => {
    expect(
      read(
        'WEBVTT - A talk\nKind: captions\n\nSTYLE\n::cue(v) { color: red }\n\nREGION\nid:fred\nwidth:40%\n\nNOTE A comment\nof two lines\n\nintro\n00:01.000 --> 00:02.000 align:start region:fred line:-1\n<v.loud Ann &amp; Bob>Hello <b>you</b> &lt;there&gt;,\nfriend</v>\n\n100:00:00.000 --> 100:00:01.500\nBye.\nNOTE is text.\n',
      ),
    ).toEqual({
      format: 'vtt',
      encoding: 'utf-8',
      segments: [
        { start: 1, end: 2, speaker: 'Ann & Bob', text: 'Hello you <there>, friend' },
        { start: 360_000, end: 360_001.5, speaker: null, text: 'Bye. NOTE is text.' },
      ],
      warnings: [],
    });
  });

  it('is read with commas, with blank lines below times, and without those that have no time, which is told', () => {
    const { segments, warnings } = read(
      'WEBVTT\n00:00:01,000 --> 00:00:02.000\n\nOne.\n\nnot a time --> here\nLost.\n\n00:05.000 --> 00:04.000\n<v Ann>Two <v Ben>three.\n',
    );
    expect(segments).toEqual([
      { start: 1, end: 2, speaker: null, text: 'One.' },
      { start: 5, end: null, speaker: 'Ann', text: 'Two three.' },
    ]);
    expect(warnings.map((each) => each.split(' ').slice(0, 4).join(' '))).toEqual([
      'One time has a',
      'One block has no',
      'One subtitle has several',
      'One part ends before',
    ]);
  });

  it('takes names before texts, as Zoom writes them, where there are no voices', () =>
    expect(
      shown(
        'WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\nAnn Smith: Hi.\n\n2\n00:00:03.000 --> 00:00:04.000\nBo Ek: Yes.\n',
      ),
    ).toEqual(['Ann Smith 1-2: Hi.', 'Bo Ek 3-4: Yes.']));

  it('of automatic captions says each line once', () => {
    const { segments, warnings } = read(
      'WEBVTT\nKind: captions\nLanguage: en\n\n00:00:00.000 --> 00:00:02.000 align:start\n \nhello<00:00:00.500><c> there</c>\n\n00:00:02.000 --> 00:00:02.010\nhello there\n \n\n00:00:02.010 --> 00:00:04.000\nhello there\nold<00:00:03.000><c> friend</c>\n',
    );
    expect(segments.map(({ text }) => text)).toEqual(['hello there', 'old friend']);
    expect(warnings).toEqual([expect.stringContaining('2 lines that repeat')]);
  });
});

it('SBV is read with its breaks', () =>
  expect(
    read('0:00:01.000,0:00:02.500\n>> ANN: Hello[br]you.\n\n0:00:03.000,0:00:04.000\n>> BEN: Yes.\n'),
  ).toMatchObject({
    format: 'sbv',
    segments: [
      { start: 1, end: 2.5, speaker: 'ANN', text: 'Hello you.' },
      { start: 3, end: 4, speaker: 'BEN', text: 'Yes.' },
    ],
  }));

const json = (value: unknown) => JSON.stringify(value);

describe('JSON', () => {
  it('of Tapescript has the names of its labels, and keys may be added', () => {
    const file = {
      format: 'tapescript-transcript',
      version: 1,
      title: 'A talk',
      speakers: [{ label: 'Speaker 1', name: 'Ann' }],
      segments: [
        { speaker: 'Speaker 1', start: 1, end: 2.25, text: 'Hello.', words: [], more: true },
        { speaker: 'Speaker 2', start: 3, end: 4, text: 'Yes.' },
      ],
    };
    expect(read(json(file)).format).toBe('tapescript');
    expect(shown(json(file))).toEqual(['Ann 1-2.25: Hello.', 'Speaker 2 3-4: Yes.']);
  });

  it('of Whisper has its segments, also with NaN, and none without text', () => {
    const segment = {
      id: 0,
      seek: 0,
      start: 0,
      end: 1.2,
      text: ' Hello there.',
      avg_logprob: 7,
      no_speech_prob: 0.1,
    };
    const file = json({
      text: '',
      language: 'en',
      segments: [segment, { ...segment, text: ' ' }, { ...segment, words: null, end: 0 }],
    });
    expect(read(file.replaceAll(':7,', ': NaN,')).format).toBe('whisper');
    expect(shown(file.replaceAll(':7,', ': NaN,'))).toEqual([
      'null 0-1.2: Hello there.',
      'null 0-0: Hello there.',
    ]);
  });

  it("of OpenAI's interface that tells speakers apart has them", () =>
    expect(
      shown(
        json({
          segments: [
            { type: 'transcript.text.segment', id: 'seg_0', start: 0.5, end: 1, text: 'Hi.', speaker: 'A' },
          ],
        }),
      ),
    ).toEqual(['A 0.5-1: Hi.']));

  it('of WhisperX has its speakers, where words without times do no harm', () => {
    const words = [{ word: 'In', start: 0, end: 0.4, score: 0.9 }, { word: '1984' }];
    const file = {
      segments: [{ start: 0, end: 1, text: ' In 1984', words, speaker: 'SPEAKER_00' }],
      word_segments: words,
    };
    expect(read(json(file)).format).toBe('whisperx');
    expect(shown(json(file))).toEqual(['SPEAKER_00 0-1: In 1984']);
  });

  it('of whisper.cpp is in milliseconds', () => {
    const file = {
      systeminfo: '',
      transcription: [{ offsets: { from: 500, to: 1500 }, text: ' Hi.', timestamps: {} }],
    };
    expect(read(json(file)).format).toBe('whisper.cpp');
    expect(shown(json(file))).toEqual(['null 0.5-1.5: Hi.']);
  });

  it('of AssemblyAI has its utterances, or sentences of its words', () => {
    const word = (text: string, start: number) => ({
      text,
      start,
      end: start + 300,
      confidence: 0.9,
      speaker: null,
    });
    const words = [word('Hello', 100), word('you.', 500), word('Yes', 900), word('late', 4000)];
    const utterances = [
      { speaker: 'A', start: 100, end: 4300, text: 'Hello you. Yes late', words, confidence: 1 },
    ];
    const file = { id: 'x', status: 'completed', audio_duration: 5, text: 'Hello you. Yes late' };
    expect(read(json({ ...file, utterances, words })).format).toBe('assemblyai');
    expect(shown(json({ ...file, utterances, words }))).toEqual(['A 0.1-4.3: Hello you. Yes late']);
    expect(shown(json({ ...file, utterances: null, words }))).toEqual([
      'null 0.1-0.8: Hello you.',
      'null 0.9-1.2: Yes',
      'null 4-4.3: late',
    ]);
    expect(shown(json({ ...file, utterances: null, words: null }))).toEqual([
      'null null-null: Hello you. Yes late',
    ]);
  });

  it('of Deepgram has its utterances, else paragraphs, else sentences of its words', () => {
    const words = [
      { word: 'hello', punctuated_word: 'Hello.', start: 0.1, end: 0.4, speaker: 0 },
      { word: 'yes', start: 0.5, end: 0.9, speaker: 1 },
    ];
    const metadata = { request_id: 'x' };
    const results = (alternative: object, utterances?: object[]) =>
      json({ metadata, results: { channels: [{ alternatives: [alternative] }], utterances } });
    const whole = { transcript: 'Hello. yes', words };
    const utterances = [
      { start: 0.1, end: 0.9, channel: 0, transcript: 'Hello. yes', speaker: 1, words, id: 'u' },
    ];
    expect(read(results(whole, utterances)).format).toBe('deepgram');
    expect(shown(results(whole, utterances))).toEqual(['Speaker 1 0.1-0.9: Hello. yes']);
    const sentences = [
      { text: 'Hello.', start: 0.1, end: 0.4 },
      { text: 'Yes.', start: 0.5, end: 0.9 },
    ];
    const paragraphs = {
      transcript: '',
      paragraphs: [{ start: 0.1, end: 0.9, speaker: 0, num_words: 2, sentences }],
    };
    expect(shown(results({ ...whole, paragraphs }))).toEqual(['Speaker 0 0.1-0.9: Hello. Yes.']);
    expect(shown(results(whole))).toEqual(['Speaker 0 0.1-0.4: Hello.', 'Speaker 1 0.5-0.9: yes']);
    const two = [1, 0].map((start) => ({
      alternatives: [{ words: [{ word: 'hi', start, end: start + 0.5 }] }],
    }));
    expect(shown(json({ metadata, results: { channels: two } }))).toEqual([
      'Channel 1 0-0.5: hi',
      'Channel 0 1-1.5: hi',
    ]);
  });

  it('of another schema is told with its top keys', () => {
    expect(refusal(json({ jobName: 'x', results: { items: [] } }))).toEqual({
      refusal: 'import_unknown_json',
      detail: 'jobName, results',
    });
    expect(refusal('[{"a": 1, "b": 2}]')).toMatchObject({ detail: 'a, b (in a list)' });
    expect(refusal('[1, 2]')).toMatchObject({ detail: 'none, it is a list' });
    expect(
      refusal(
        json(Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`key${at}${'x'.repeat(99)}`, at]))),
      ),
    ).toMatchObject({
      detail: expect.stringMatching(/^key0x{36}, .*, …$/),
    });
  });

  it('that is damaged or endlessly deep is not read', () => {
    expect(refusal('{"segments": [{"start": 0, "text": "Hel')).toMatchObject({
      refusal: 'import_unreadable',
    });
    expect(refusal('['.repeat(1_000_000))).toMatchObject({ refusal: 'import_unreadable' });
  });
});

describe('TTML', () => {
  const tt = (attributes: string, body: string) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" ${attributes}>${body}</tt>`;

  it('has its paragraphs, with the names of their agents', () => {
    const file = tt(
      '',
      '<head><metadata><ttm:title>Not said</ttm:title><ttm:agent xml:id="a1"><ttm:name type="full">Ann Lee</ttm:name></ttm:agent></metadata></head><body><div><p begin="00:00:01.500" end="00:00:02,750" ttm:agent="a1">Hello &amp;<br/>\n  <span>you</span>.</p><p begin="3s" dur="1500ms">&#x42;ye.</p></div></body>',
    );
    expect(read(file)).toEqual({
      format: 'ttml',
      encoding: 'utf-8',
      segments: [
        { start: 1.5, end: 2.75, speaker: 'Ann Lee', text: 'Hello & you.' },
        { start: 3, end: 4.5, speaker: null, text: 'Bye.' },
      ],
      warnings: [],
    });
  });

  it.each([
    ['', '00:00:01:15', 1.5],
    ['ttp:frameRate="25"', '00:00:01:05', 1.2],
    ['ttp:frameRate="24" ttp:frameRateMultiplier="1000 1001"', '24f', 1.001],
    ['ttp:tickRate="10000000"', '15000000t', 1.5],
    ['ttp:frameRate="50"', '100t', 2],
    ['', '2t', 2],
    ['', '0.5h', 1800],
    ['', '3m', 180],
  ])('with %s counts %s as %d seconds', (attributes, begin, start) =>
    expect(read(tt(attributes, `<body><p begin="${begin}">Hi.</p></body>`)).segments).toEqual([
      { start, end: null, speaker: null, text: 'Hi.' },
    ]),
  );

  it('counts from the element around, takes times of spans alone, any prefix and no text of another kind', () => {
    const file =
      '<x:tt xmlns:x="http://www.w3.org/2006/10/ttaf1"><x:body begin="10s"><x:div begin="5s"><x:p begin="1s" end="2s">One.</x:p></x:div></x:body></x:tt>';
    expect(shown(file)).toEqual(['null 16-17: One.']);
    const spans =
      '<body><p><span begin="1s" end="2s">Two</span> <span begin="3s" end="4s">three.</span></p><p begin="soon">Four.</p></body>';
    expect(shown(tt('', spans))).toEqual(['null 1-4: Two three.', 'null null-null: Four.']);
    expect(read(tt('', spans)).warnings).toEqual(['One time cannot be read and was left out.']);
    expect(refusal('<html><body><p>A page.</p></body></html>')).toMatchObject({
      refusal: 'import_unreadable',
    });
    expect(() => readTranscript(Buffer.from(tt('', '<a>'.repeat(100_000))))).toThrow('nested');
  });

  it('is read in the encoding that it names', () =>
    expect(
      read(
        inOneByte(
          '<?xml version="1.0" encoding="iso-8859-2"?><tt><body><p begin="1s">Zażółć.</p></body></tt>',
          'iso-8859-2',
        ),
      ),
    ).toMatchObject({ encoding: 'iso-8859-2', segments: [{ text: 'Zażółć.' }] }));
});

describe('oTranscribe', () => {
  it('has a part for each time, and one without for what stands before', () => {
    const stamp = (seconds: string) =>
      `<span class="timestamp" contenteditable="false" data-timestamp="${seconds}">0:00:12</span>&nbsp;`;
    const file = json({
      text: `<p>A talk</p><p>${stamp('12.34')}Ann: Hello <b>there</b> &amp; you.<br>${stamp('1:02')}Ben: Yes.</p><p>${stamp('1:00:02')}Ann: No.<br>More.</p>`,
      media: '',
      'media-time': 3,
    });
    expect(read(file).format).toBe('otr');
    expect(shown(file)).toEqual([
      'null null-null: A talk',
      'Ann 12.34-null: Hello there & you.',
      'Ben 62-null: Yes.',
      'Ann 3602-null: No.',
      'null null-null: More.',
    ]);
  });
});

describe('a text', () => {
  it('without times and names is its paragraphs', () =>
    expect(read('First line\nsecond line.\n\nIt came down to this: nobody knew.\n')).toEqual({
      format: 'txt',
      encoding: 'utf-8',
      segments: [
        { start: null, end: null, speaker: null, text: 'First line second line.' },
        { start: null, end: null, speaker: null, text: 'It came down to this: nobody knew.' },
      ],
      warnings: [],
    }));

  it.each([
    ['ours', 'A talk\n\n[0:01] Ann: Hello.\n\n[1:02:03] Ben: Yes.\n\n[1:02:05] Ann: No.\n'],
    ['times before names', '0:01 Ann: Hello.\n1:02:03 Ben: Yes.\n1:02:05 Ann: No.\n'],
    ['names before times', 'Ann (0:01):\nHello.\n\nBen (1:02:03):\nYes.\n\nAnn (1:02:05):\nNo.\n'],
    [
      'Otter',
      'Ann  0:01  \nHello.\n\nBen  1:02:03  \nYes.\n\nAnn  1:02:05  \nNo.\n\nTranscribed by https://otter.ai\n',
    ],
    ['times alone', '[0:01]\nAnn: Hello.\n\n[1:02:03]\nBen: Yes.\n\n[1:02:05]\nAnn: No.\n'],
    ['a table', '0:01\tAnn\tHello.\n1:02:03\tBen\tYes.\n1:02:05\tAnn\tNo.\n'],
    [
      'our Markdown',
      '# A talk\n\n*1:02:05 · 3 words*\n\n**Ann** (0:01)\n\nHello\\.\n\n**Ben** (1:02:03)\n\nYes.\n\n**Ann** (1:02:05)\n\nNo.\n',
    ],
  ])('has times and speakers: %s', (_, file) =>
    expect(shown(file)).toEqual(['Ann 1-null: Hello.', 'Ben 3723-null: Yes.', 'Ann 3725-null: No.']),
  );

  it('has speakers without times', () =>
    expect(shown('Ann: Hello.\n\nBen: Yes.\nYes!\n\nAnn:\nNo.\n')).toEqual([
      'Ann null-null: Hello.',
      'Ben null-null: Yes. Yes!',
      'Ann null-null: No.',
    ]));

  it('of Zoom has times of day, which are counted from the first', () => {
    const file = '[Ann Smith] 23:59:50\nHello.\n\n[Ben] 00:00:05\nYes.\n';
    expect(shown(file)).toEqual(['Ann Smith 0-null: Hello.', 'Ben 15-null: Yes.']);
    expect(read(file).warnings).toEqual([expect.stringContaining('times of day')]);
  });

  it('of Google Meet has a time about each minute, and no title and footer', () => {
    const file =
      'Nov 3, 2026\n\nWeekly - Transcript\n\n00:00:00\n \nAnn Smith: Hello.\nBen Ek: Yes.\n\n00:01:00\n \nAnn Smith: Now.\n\nTranscription ended after 00:01:17\n\nThis editable transcript was computer generated and might contain errors. People can also change the text after it was created.\n';
    expect(shown(file)).toEqual([
      'Ann Smith 0-null: Hello.',
      'Ben Ek null-null: Yes.',
      'Ann Smith 60-null: Now.',
    ]);
    expect(read(file).warnings).toHaveLength(2);
  });

  it.each([
    'a: '.repeat(300_000),
    '('.repeat(900_000),
    ' 0:00'.repeat(180_000),
    '<v '.repeat(300_000),
    '0:00 --> '.repeat(100_000),
    '[0:01] A: b\n'.repeat(70_000),
    '\u200e'.repeat(900_000),
    '<i'.repeat(450_000),
    '&'.repeat(900_000),
    '*'.repeat(900_000),
    `WEBVTT\n\n${'-->\n'.repeat(220_000)}`,
    `# ${'\\*'.repeat(400_000)}`,
  ])('that is made to be hard is read in linear time: %.10s', (text) => {
    expect(readTranscript(Buffer.from(text))).toBeDefined();
  });
});

describe('what is refused', () => {
  it.each([
    ['%PDF-1.7\n%âã', 'a PDF'],
    ['{\\rtf1\\ansi', 'an RTF document'],
    [Buffer.from('504b0304140000000800', 'hex'), 'an archive (ZIP)'],
    [
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      'an old Word document (DOC) or another file of old Microsoft Office',
    ],
    [Buffer.from('RIFF....WAVEfmt '), 'a recording (WAV)'],
    [Buffer.from('....ftypisom'), 'a recording (MP4)'],
    [Buffer.from(Array.from({ length: 300 }, (_, at) => (at * 7) % 256)), null],
  ])('is named: %s', (file, detail) => expect(refusal(file)).toEqual({ refusal: 'import_not_text', detail }));

  it('is a file in which nothing is said', () =>
    expect(refusal('1\n00:00:01,000 --> 00:00:02,000\n\n')).toEqual({
      refusal: 'import_empty',
      detail: null,
    }));

  it('is a text of more parts than a day has', () =>
    expect(refusal('0:00:01,000 --> 0:00:02,000\nHi.\n'.repeat(50_001))).toEqual({
      refusal: 'import_too_long',
      detail: null,
    }));

  it('is a text of more than a day', () =>
    expect(refusal(`0:00:01,000 --> 0:00:02,000\n${'a long text '.repeat(200_000)}`)).toEqual({
      refusal: 'import_too_long',
      detail: null,
    }));
});
