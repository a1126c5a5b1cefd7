import { describe, expect, it } from 'vitest';
import { linkProblem } from './link-problem.ts';
import { afterTick, progressText, START, type VideoJob, withJob } from './progress.ts';

const job = (known: Partial<VideoJob>): VideoJob => ({
  status: 'processing',
  stage: 'downloading',
  percent: 0,
  failure: null,
  ...known,
});

describe('the progress of a video', () => {
  it('grows by 15 a second up to 90, and says what is likely being done', () => {
    let shown = START;
    const seen = Array.from({ length: 8 }, () => {
      shown = afterTick(shown);
      return `${shown.percent} ${progressText(shown)}`;
    });
    expect(seen).toEqual([
      '15 Downloading',
      '30 Downloading',
      '45 Extracting audio',
      '60 Extracting audio',
      '75 Transcribing audio',
      '90 Transcribing audio',
      '90 Transcribing audio',
      '90 Transcribing audio',
    ]);
  });

  it('follows the job once it is known, and never runs backwards', () => {
    const simulated = [1, 2, 3].reduce(afterTick, START);
    const known = withJob(simulated, job({ percent: 12 }));
    expect([known.percent, progressText(known)]).toEqual([45, 'Extracting audio']);
    const further = withJob(known, job({ stage: 'recognizing', percent: 61.6 }));
    expect([further.percent, progressText(further)]).toEqual([62, 'Transcribing audio']);
    expect(withJob(further, job({ stage: 'downloading', percent: 3 }))).toEqual(further);
  });

  it('ends with what is done', () => {
    const done = withJob(START, job({ status: 'completed', stage: null }));
    expect([done.percent, progressText(done)]).toEqual([100, 'Transcription complete!']);
  });
});

it.each([
  ['  ', 'Please enter a YouTube URL or search for a video.'],
  ['https://example.org/watch?v=abcdefghij1', /^This is not a valid YouTube URL/],
  ['https://www.youtube.com/watch?v=short', /^This is not a valid YouTube URL/],
])('says what is wrong with the link %j', (link, problem) => expect(linkProblem(link)).toMatch(problem));

it('takes watch links and short links', () => {
  expect(linkProblem('https://www.youtube.com/watch?v=abcdefghij1')).toBeNull();
  expect(linkProblem('youtu.be/abcdefghij1')).toBeNull();
});
