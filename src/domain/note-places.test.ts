import { describe, expect, it } from 'vitest';
import { growthOf, isAboutLinear } from '#tests/support/growth.ts';
import {
  createNoteFinder,
  joinQuote,
  type NoteAnchor,
  timesOfStretch,
  unchangedPlace,
} from './note-places.ts';
import { retimeWords } from './retime.ts';
import type { PlacedSegment } from './segments.ts';
import { setTimes } from './set-times.ts';

/** A segment of words that take half a second each. */
function said(id: number, text: string, startMs = (id - 1) * 10_000): PlacedSegment {
  const words = text.split(' ').map((word, index) => ({
    text: word,
    startMs: startMs + index * 500,
    endMs: startMs + index * 500 + 400,
    confidence: 0.9,
  }));
  const endMs = startMs + words.length * 500;
  return {
    id,
    revision: 1,
    position: id,
    speaker: 'A',
    startMs,
    endMs,
    text,
    words,
    timing: 'measured',
  };
}

/** The segment after an edit by hand. */
function edited(segment: PlacedSegment, text: string): PlacedSegment {
  const { revision } = segment;
  return { ...segment, revision: revision + 1, text, words: retimeWords(segment.words, text, segment) };
}

/** A note on these words, which occur in one of the segments. */
function noteOn(segments: readonly PlacedSegment[], quote: string, occurrence = 0): NoteAnchor {
  for (const segment of segments) {
    let start = segment.text.indexOf(quote);
    for (let skipped = 0; skipped < occurrence; skipped += 1) start = segment.text.indexOf(quote, start + 1);
    if (start < 0) continue;
    const parts = [{ segment, start, end: start + quote.length }];
    const times = timesOfStretch(parts) ?? segment;
    return { quote, parts, startMs: times.startMs, endMs: times.endMs, version: 1 };
  }
  throw new Error(`Nobody says ${quote}.`);
}

/** The state of a note's place, and its words now. */
function found(note: NoteAnchor, segments: readonly PlacedSegment[], version = 1) {
  const { state, parts, startMs } = createNoteFinder(segments, { version })(note);
  const words = parts.map(({ segment, start, end, text }) => {
    expect(segments.find(({ id }) => id === segment.id)?.text.slice(start, end)).toBe(text);
    return text;
  });
  return [state, words.join(' | '), startMs];
}

const talk = [
  said(1, 'Thank you all for coming to the valley today.'),
  said(2, 'The old mill stands by the river and thank you.'),
  said(3, 'Thank you, thank you very much.'),
];

describe('the words of a note', () => {
  it('are where they were while nobody has changed their segments', () => {
    const note = noteOn(talk, 'old mill');
    expect(unchangedPlace(note, new Map([[2, 1]]))).toMatchObject({
      state: 'same',
      startMs: 10_500,
      parts: [{ start: 4, end: 12, text: 'old mill' }],
    });
    const across = { ...note, quote: joinQuote(['old', 'mill']), parts: [...note.parts, ...note.parts] };
    across.parts = across.parts.map((part, index) => ({ ...part, end: part.start + 3 + index }));
    const texts = unchangedPlace(across, new Map([[2, 1]]))?.parts.map(({ text }) => text);
    expect(texts).toEqual(['old', 'mill']);
    expect(unchangedPlace(note, new Map([[2, 2]]))).toBeNull();
    expect(unchangedPlace(note, new Map())).toBeNull();
  });

  it('stay found when other words of their segment change', () => {
    const [one, two, three] = talk as [PlacedSegment, PlacedSegment, PlacedSegment];
    const now = [one, edited(two, 'Well, the very old mill stands by a river, and thank you.'), three];
    expect(found(noteOn(talk, 'mill stands by'), now)).toEqual(['same', 'mill stands by', 11_000]);
    expect(found(noteOn(talk, 'thank you.'), now)).toEqual(['same', 'thank you', 14_000]);
  });

  it('are the same with other case, accents and punctuation', () => {
    const now = talk.with(1, edited(said(2, talk[1]?.text ?? ''), 'The Old, Mill: stands by the river.'));
    expect(found(noteOn(talk, 'old mill'), now)).toEqual(['same', 'Old, Mill', 10_500]);
  });

  it('stay found when their segment is split, also between them', () => {
    const [one, two, three] = talk as [PlacedSegment, PlacedSegment, PlacedSegment];
    const parts = (at: number): [PlacedSegment, PlacedSegment] => {
      const words = two.text.split(' ');
      const [before, after] = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
      const cut = two.words[at]?.startMs ?? 0;
      return [
        { ...two, revision: 2, text: before, words: two.words.slice(0, at), endMs: cut },
        { ...two, id: 9, position: 2.5, text: after, words: two.words.slice(at), startMs: cut },
      ];
    };
    expect(found(noteOn(talk, 'stands by'), [one, ...parts(3), three])).toEqual([
      'same',
      'stands by',
      11_500,
    ]);
    expect(found(noteOn(talk, 'stands by'), [one, ...parts(4), three])).toEqual([
      'same',
      'stands | by',
      11_500,
    ]);
  });

  it('stay found when their segment is joined to another', () => {
    const [one, two, three] = talk as [PlacedSegment, PlacedSegment, PlacedSegment];
    const joined = {
      ...one,
      revision: 2,
      text: `${one.text} ${two.text}`,
      words: [...one.words, ...two.words],
      endMs: two.endMs,
    };
    expect(found(noteOn(talk, 'river and thank you'), [joined, three])).toEqual([
      'same',
      'river and thank you',
      13_000,
    ]);
  });

  it('are those at their time among words that are said again and again', () => {
    const third = noteOn([talk[2] as PlacedSegment], 'thank you');
    expect(third.startMs).toBe(21_000);
    const now = talk.with(2, edited(talk[2] as PlacedSegment, 'Thank you, oh, thank you so very much.'));
    expect(found(third, now)).toEqual(['same', 'thank you', 21_000]);
    const first = noteOn([talk[2] as PlacedSegment], 'Thank you');
    expect(found(first, now)).toEqual(['same', 'Thank you', 20_000]);
  });

  it('stay with their note when somebody sets the times of their passage', () => {
    const second = talk[1] as PlacedSegment;
    const note = noteOn(talk, second.text.split(' ')[0] ?? '');
    const wanted = { startMs: second.startMs + 700, endMs: second.endMs + 300 };
    const around = { previous: null, next: null, earlierEndMs: 0, laterStartMs: null, durationMs: null };
    const set = setTimes(second, { ...wanted, movesPrevious: false, movesNext: false }, around);
    if ('refused' in set) throw new Error(set.refused);
    const now = talk.with(1, { ...set.passage, revision: 2 });
    expect(found(note, now)).toEqual(['same', note.quote, wanted.startMs]);
  });

  it('are changed, not gone, when one is corrected or most of them stay', () => {
    const old = noteOn(talk, 'mill');
    const corrected = talk.with(1, edited(talk[1] as PlacedSegment, 'The old mills stands by the river.'));
    expect(found(old, corrected)).toEqual(['changed', 'mills', 11_000]);
    const long = noteOn(talk, 'The old mill stands by the river');
    const now = talk.with(1, edited(talk[1] as PlacedSegment, 'A new mill stands by a river and thank you.'));
    expect(found(long, now)).toEqual(['changed', 'A new mill stands by a river', 10_000]);
  });

  it('are gone when they were deleted or became others, and never move to words that happen to be the same', () => {
    const second = noteOn([talk[2] as PlacedSegment], 'thank you');
    const deleted = talk.with(2, edited(talk[2] as PlacedSegment, 'Thank you, very much.'));
    expect(found(second, deleted)).toEqual(['gone', '', 21_000]);
    expect(found(noteOn(talk, 'old mill'), talk.toSpliced(1, 1))).toEqual(['gone', '', 10_500]);
    const others = talk.with(1, edited(talk[1] as PlacedSegment, 'A dog barks.'));
    expect(found(noteOn(talk, 'old mill'), others)).toEqual(['gone', '', 10_500]);
    const no = edited(said(1, 'Well yes I agree'), 'Well no I agree');
    expect(found(noteOn([said(1, 'Well yes I agree')], 'yes'), [no])).toEqual(['gone', '', 500]);
  });

  it('do not move to the same phrase a few seconds away when they are edited', () => {
    const twice = [said(1, 'Thank you for calling us.', 0), said(2, 'Thank you for calling us.', 8000)];
    const now = twice.with(0, edited(twice[0] as PlacedSegment, 'Thanks for calling us.'));
    expect(found(noteOn(twice, 'Thank you for calling us'), now)).toEqual([
      'changed',
      'Thanks for calling us',
      0,
    ]);
    const deleted = twice.with(0, edited(twice[0] as PlacedSegment, 'Good bye, then.'));
    expect(found(noteOn(twice, 'Thank you for calling us'), deleted)[0]).toBe('gone');
  });

  it('are found farther away when an engine times an unmistakable phrase differently', () => {
    const note = noteOn([said(1, 'Thank you all for coming to the valley.', 0)], 'coming to the valley');
    const long = noteOn([said(1, 'Thank you all for coming to the valley.', 0)], 'for coming to the valley');
    const again = [said(9, 'Thank you all for coming to the valley.', 9000)];
    expect(found(long, again, 2)).toEqual(['same', 'for coming to the valley', 10_500]);
    expect(found(long, again, 1)[0]).toBe('gone');
    expect(found(note, again, 2)[0]).toBe('gone');
    expect(found(long, [...again, said(10, 'For coming to the valley.', 13_000)], 2)[0]).toBe('gone');
  });

  it('are found in a text that was transcribed again, a little earlier or later and with other words around', () => {
    const again = [
      said(21, 'Thanks to all for coming to the valley. Today', 300),
      said(22, 'the old mill stands by the rivers and thank you. Thank you,', 9_600),
      said(23, 'thank you very much.', 21_200),
    ].map((segment) => ({ ...segment, revision: 1 }));
    expect(found(noteOn(talk, 'old mill'), again, 2)).toEqual(['same', 'old mill', 10_100]);
    expect(found(noteOn(talk, 'by the river and'), again, 2)).toEqual([
      'changed',
      'by the rivers and',
      11_600,
    ]);
    expect(found(noteOn([talk[2] as PlacedSegment], 'thank you very much'), again, 2)).toEqual([
      'same',
      'thank you very much',
      21_200,
    ]);
    expect(found(noteOn(talk, 'Thank you all'), again, 2)).toEqual(['changed', 'Thanks to all', 300]);
    expect(found(noteOn(talk, 'very much'), again.slice(0, 2), 2)[0]).toBe('gone');
  });

  it('are found in scripts without spaces, and gone where there are no letters', () => {
    const chinese = { ...said(1, '我们今天谈谈预算'), endMs: 4000, words: [] };
    const now = { ...chinese, revision: 2, text: '我们今天先谈谈预算吧' };
    const note = noteOn([chinese], '预算');
    expect(found(note, [now], 2)).toEqual(['same', '预算', 2800]);
    const dots = noteOn([said(1, 'Well ... yes')], '...');
    expect(found(dots, [edited(said(1, 'Well ... yes'), 'Well, yes ...')])[0]).toBe('gone');
  });
});

it('gives the times of a stretch, and none for one without a word', () => {
  const [one, two] = talk as [PlacedSegment, PlacedSegment];
  const from = one.text.indexOf('valley');
  expect(
    timesOfStretch([
      { segment: one, start: from + 2, end: one.text.length },
      { segment: two, start: 0, end: 7 },
    ]),
  ).toEqual({ startMs: 3500, endMs: 10_900 });
  expect(timesOfStretch([{ segment: one, start: 5, end: 6 }])).toBeNull();
});

describe('finding edited notes', () => {
  /** Passages of one repeated word with one edit in each, and notes on them that must be searched for. */
  const repeated = (words: number, stepMs: number) => {
    const each = 6000;
    return Array.from({ length: words / each }, (_, passage) => {
      const startMs = passage * each * stepMs;
      const times = Array.from({ length: each }, (_, at) => startMs + at * stepMs);
      const list = times.map((ms) => ({ text: 'la', startMs: ms, endMs: ms + stepMs, confidence: 0.9 }));
      const text = Array.from({ length: each }, () => 'la').join(' ');
      return {
        ...said(passage + 1, ''),
        startMs,
        endMs: startMs + each * stepMs,
        text,
        words: list,
      };
    });
  };

  it.each([
    ['said at a usual pace', 300],
    ['squeezed into no time', 0],
  ])('takes a time that grows with the text when one word is repeated, %s', (_, stepMs) => {
    const prepare = (words: number) => {
      const segments = repeated(words, stepMs);
      const notes = segments.flatMap((segment) =>
        Array.from({ length: 8 }, (_, at): NoteAnchor => {
          const part = { segment, start: at * 900, end: at * 900 + 899 };
          const startMs = segment.words[part.start / 3]?.startMs ?? 0;
          return {
            quote: segment.text.slice(part.start, part.end),
            parts: [part],
            startMs,
            endMs: startMs + 300 * stepMs,
            version: 1,
          };
        }),
      );
      const now = segments.map((segment) => ({ ...segment, revision: 2 }));
      return () => notes.slice(0, 100).map(createNoteFinder(now, { version: 1 }));
    };
    expect(prepare(12_000)().every(({ state }) => state === 'same')).toBe(true);
    expect(growthOf(prepare, 192_000)).toSatisfy(isAboutLinear);
  });

  it('finds the nearest of words that are said at the same moment, in constant time each', () => {
    const [segment] = repeated(6000, 0);
    if (!segment) throw new Error('There is no passage.');
    const note = { ...noteOn([segment], 'la la la'), startMs: 0, endMs: 0 };
    expect(found(note, [segment])).toEqual(['same', 'la la la', 0]);
  });
});
