import { describe, expect, it } from 'vitest';
import type { Edit, EditResult } from '#contract/edits.ts';
import { MAX_SEGMENT_LENGTH } from '#contract/limits.ts';
import type { TimestampedSegment } from '#contract/segments.ts';
import { ApiError } from '#web/lib/api.ts';
import { withChanged } from './apply-result.ts';
import { AUTOSAVE_MS, createEditQueue } from './edit-queue.ts';
import { type PendingEdit, withPending } from './pending-edits.ts';

function segment(id: number, text: string, position = id): TimestampedSegment {
  return {
    id,
    revision: 1,
    position,
    speaker: 'Speaker 1',
    text,
    timestamp: '[00:00.000]',
    start: position,
    end: position + 1,
    timing: 'measured',
  };
}

interface Request {
  edit: Edit;
  answer: (result: { changed: TimestampedSegment[]; removed?: number[] }) => Promise<void>;
  refuse: (error: unknown) => Promise<void>;
}

/** A queue with a clock and a connection that the test moves by hand. */
function rig(stored = [segment(1, 'one'), segment(2, 'two')]) {
  let now = 0;
  let segments = stored;
  let timers: { at: number; run: () => void }[] = [];
  const requests: Request[] = [];
  const problems: string[] = [];
  let kept: readonly PendingEdit[] = [];
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const queue = createEditQueue({
    send: (edit) =>
      new Promise((resolve, reject) => {
        requests.push({
          edit,
          answer: ({ changed, removed = [] }) => {
            resolve(resultOf(changed, removed));
            return settled();
          },
          refuse: (error) => {
            reject(error);
            return settled();
          },
        });
      }),
    apply: (result) => {
      segments = withChanged(segments, result);
    },
    learn: (change) => {
      segments = withChanged(segments, change);
    },
    moved: () => undefined,
    segments: () => segments,
    refetch: async () => undefined,
    saveDrafts: (pending) => {
      kept = structuredClone(pending);
      return true;
    },
    showProblem: (message) => problems.push(message),
    signedOut: () => problems.push('signed out'),
    clock: {
      now: () => now,
      after: (ms, run) => {
        const timer = { at: now + ms, run };
        timers.push(timer);
        return () => {
          timers = timers.filter((other) => other !== timer);
        };
      },
    },
  });
  const pass = (ms: number) => {
    now += ms;
    const due = timers.filter(({ at }) => at <= now);
    timers = timers.filter(({ at }) => at > now);
    for (const { run } of due) run();
  };
  return {
    queue,
    pass,
    requests,
    problems,
    settled,
    kept: () => kept,
    shown: () => withPending(segments, queue.snapshot().pending).map(({ id, text }) => [id, text]),
    change: (fresh: TimestampedSegment[]) => {
      segments = fresh;
    },
    last: () => {
      const request = requests.at(-1);
      if (!request) throw new Error('Nothing was sent.');
      return request;
    },
  };
}

function resultOf(changed: TimestampedSegment[], removed: number[]): EditResult {
  return {
    changed,
    removed,
    words: [],
    speakerNames: {},
    wordCount: 0,
    segmentCount: 0,
    undo: null,
    redo: null,
    editCount: 0,
  };
}

const changedBy = { name: 'Bob', isYou: false };

function conflict(current: TimestampedSegment | null): ApiError {
  const body = { message: 'm', code: 'edit_conflict', current, changedBy };
  return new ApiError(409, 'Conflict', JSON.stringify(body));
}

describe('saving a text', () => {
  it('waits for a moment after the last key, and sends once', async () => {
    const { queue, pass, requests, last } = rig();
    queue.type(1, 'one m');
    pass(AUTOSAVE_MS - 1);
    queue.type(1, 'one more');
    pass(AUTOSAVE_MS - 1);
    expect(requests).toEqual([]);
    pass(1);
    expect(requests.map(({ edit }) => edit)).toEqual([
      { kind: 'text', segment: { id: 1, revision: 1 }, text: 'one more' },
    ]);
    await last().answer({ changed: [{ ...segment(1, 'one more'), revision: 2 }] });
    expect(queue.snapshot()).toMatchObject({ pending: [], state: 'saved' });
  });

  it('sends what was typed meanwhile afterwards, with the new revision', async () => {
    const { queue, pass, requests, last } = rig();
    queue.type(1, 'a');
    pass(AUTOSAVE_MS);
    queue.type(1, 'ab');
    pass(AUTOSAVE_MS);
    expect(requests).toHaveLength(1);
    await last().answer({ changed: [{ ...segment(1, 'a'), revision: 2 }] });
    expect(last().edit).toEqual({ kind: 'text', segment: { id: 1, revision: 2 }, text: 'ab' });
  });

  it('sends nothing for a text that is as it was', () => {
    const { queue, pass, requests } = rig();
    queue.type(1, 'one!');
    queue.type(1, 'one');
    pass(AUTOSAVE_MS);
    expect(requests).toEqual([]);
    expect(queue.snapshot().state).toBe('idle');
  });

  it('keeps what is not confirmed, and tries again, at once when the connection is back', async () => {
    const { queue, pass, requests, last, kept } = rig();
    queue.type(1, 'kept');
    pass(AUTOSAVE_MS);
    await last().refuse(new TypeError('Failed to fetch'));
    expect(queue.snapshot().state).toBe('retrying');
    expect(kept()).toEqual([{ kind: 'text', segmentId: 1, revision: 1, text: 'kept', base: 'one' }]);
    pass(999);
    expect(requests).toHaveLength(1);
    pass(1);
    expect(requests).toHaveLength(2);
    await last().refuse(new ApiError(503, 'Unavailable', ''));
    pass(1000);
    expect(requests).toHaveLength(2);
    queue.retryNow();
    expect(requests).toHaveLength(3);
    await last().answer({ changed: [{ ...segment(1, 'kept'), revision: 2 }] });
    expect(kept()).toEqual([]);
  });

  it('goes on with what an earlier page had left', () => {
    const { queue, requests, shown } = rig();
    queue.load([{ kind: 'text', segmentId: 2, revision: 1, text: 'left over' }]);
    expect(shown()).toEqual([
      [1, 'one'],
      [2, 'left over'],
    ]);
    expect(requests).toHaveLength(1);
  });

  it('holds a text that is too long, until it is shorter', () => {
    const { queue, pass, requests } = rig();
    queue.type(1, 'x'.repeat(MAX_SEGMENT_LENGTH + 1));
    pass(AUTOSAVE_MS);
    expect(requests).toEqual([]);
    expect(queue.snapshot().problems.get(1)).toContain('at most');
    queue.type(1, 'short');
    expect(queue.snapshot().problems.size).toBe(0);
    pass(AUTOSAVE_MS);
    expect(requests).toHaveLength(1);
  });

  it('stops when the transcript is gone, and keeps the text', async () => {
    const { queue, pass, last, kept } = rig();
    queue.type(1, 'too late');
    pass(AUTOSAVE_MS);
    await last().refuse(new ApiError(404, '', '{"message":"m","code":"transcript_not_found"}'));
    expect(queue.snapshot().isGone).toBe(true);
    expect(kept()).toHaveLength(1);
    await expect(queue.run(async () => resultOf([], []))).rejects.toThrow();
  });
});

describe('a conflict', () => {
  const theirs = { ...segment(1, 'theirs'), revision: 5 };

  async function clashing() {
    const queueRig = rig();
    queueRig.queue.type(1, 'mine');
    queueRig.pass(AUTOSAVE_MS);
    queueRig.queue.type(1, 'mine too');
    await queueRig.last().refuse(conflict(theirs));
    return queueRig;
  }

  it('waits for a person, with everything that was typed', async () => {
    const { queue, pass, requests } = await clashing();
    pass(AUTOSAVE_MS * 10);
    expect(requests).toHaveLength(1);
    expect(queue.snapshot().conflicts).toEqual([
      { segmentId: 1, mine: 'mine too', both: 'theirs mine too', by: changedBy, current: theirs },
    ]);
  });

  it('does not hold up other segments', async () => {
    const { queue, pass, last } = await clashing();
    queue.type(2, 'other');
    pass(AUTOSAVE_MS);
    expect(last().edit).toMatchObject({ segment: { id: 2 } });
  });

  it('is settled by keeping mine, on the revision that was shown', async () => {
    const { queue, last } = await clashing();
    for (const each of queue.snapshot().conflicts) queue.keepMine(each);
    expect(last().edit).toEqual({ kind: 'text', segment: { id: 1, revision: 5 }, text: 'mine too' });
  });

  it('is settled by keeping both', async () => {
    const { queue, last } = await clashing();
    for (const each of queue.snapshot().conflicts) queue.keepBoth(each);
    expect(last().edit).toEqual({
      kind: 'text',
      segment: { id: 1, revision: 5 },
      text: 'theirs mine too',
    });
  });

  it('is settled by taking the saved one', async () => {
    const { queue, requests, shown } = await clashing();
    for (const each of queue.snapshot().conflicts) queue.takeSaved(each);
    expect(shown()).toContainEqual([1, 'theirs']);
    expect(requests).toHaveLength(1);
  });

  it('is none when the same text stands there already', async () => {
    const { queue, pass, last } = rig();
    queue.type(1, 'same');
    pass(AUTOSAVE_MS);
    await last().refuse(conflict({ ...segment(1, 'same'), revision: 2 }));
    expect(queue.snapshot()).toMatchObject({ conflicts: [], pending: [], state: 'saved' });
  });
});

describe('what two people wrote at different places of a segment', () => {
  it('is put together by itself, with what was typed meanwhile, and goes on from there', async () => {
    const { queue, pass, last, shown, requests } = rig([segment(1, 'one two three')]);
    queue.type(1, 'one two three four');
    pass(AUTOSAVE_MS);
    queue.type(1, 'one two three four five');
    await last().refuse(conflict({ ...segment(1, 'zero one two three'), revision: 5 }));
    expect(queue.snapshot().conflicts).toEqual([]);
    const merged = 'zero one two three four five';
    expect(shown()).toEqual([[1, merged]]);
    expect(last().edit).toEqual({ kind: 'text', segment: { id: 1, revision: 5 }, text: merged });
    // And once more, while that is under way.
    await last().refuse(conflict({ ...segment(1, 'zero one 2 three'), revision: 6 }));
    expect(last().edit).toMatchObject({ segment: { revision: 6 }, text: 'zero one 2 three four five' });
    await last().answer({ changed: [{ ...segment(1, 'zero one 2 three four five'), revision: 7 }] });
    expect(queue.snapshot()).toMatchObject({ pending: [], state: 'saved' });
    expect(requests).toHaveLength(3);
  });

  it('is put together also on the next visit', async () => {
    const { queue, last } = rig([segment(1, 'zero one')]);
    queue.load([{ kind: 'text', segmentId: 1, revision: 1, text: 'one two', base: 'one' }]);
    await last().refuse(conflict({ ...segment(1, 'zero one'), revision: 5 }));
    expect(last().edit).toMatchObject({ segment: { revision: 5 }, text: 'zero one two' });
  });

  it('goes to people where it would be too long', async () => {
    const long = 'x'.repeat(MAX_SEGMENT_LENGTH - 10);
    const { queue, pass, last } = rig([segment(1, `${long} a`)]);
    queue.type(1, `${long} a bcdefg`);
    pass(AUTOSAVE_MS);
    await last().refuse(conflict({ ...segment(1, `hijklm ${long} a`), revision: 5 }));
    expect(queue.snapshot().conflicts).toHaveLength(1);
  });
});

describe('splitting and joining', () => {
  it('shows both parts at once, and gives the second its real id', async () => {
    const { queue, shown, last, pass } = rig();
    const newId = queue.split(1, { before: 'o', after: 'ne', atSeconds: 1.5 });
    expect(shown()).toEqual([
      [1, 'o'],
      [newId, 'ne'],
      [2, 'two'],
    ]);
    queue.type(newId, 'ne more');
    await last().answer({
      changed: [{ ...segment(1, 'o'), revision: 2 }, segment(9, 'ne', 1.5)],
    });
    expect(queue.idOf(newId)).toBe(9);
    expect(queue.keyOf(9)).toBe(newId);
    expect(shown()).toEqual([
      [1, 'o'],
      [9, 'ne more'],
      [2, 'two'],
    ]);
    pass(AUTOSAVE_MS);
    expect(last().edit).toEqual({ kind: 'text', segment: { id: 9, revision: 1 }, text: 'ne more' });
  });

  it('saves what was typed before it joins', async () => {
    const { queue, shown, last, requests } = rig();
    queue.type(2, 'two!');
    queue.join(1, 2);
    expect(shown()).toEqual([[1, 'one two!']]);
    expect(last().edit).toMatchObject({ kind: 'text', text: 'two!' });
    await last().answer({ changed: [{ ...segment(2, 'two!'), revision: 2 }] });
    expect(last().edit).toEqual({
      kind: 'join',
      segment: { id: 1, revision: 1 },
      next: { id: 2, revision: 2 },
    });
    await last().answer({ changed: [{ ...segment(1, 'one two!'), revision: 2 }], removed: [2] });
    expect(requests).toHaveLength(2);
    expect(shown()).toEqual([[1, 'one two!']]);
  });

  it('loses no word of a split that is refused', async () => {
    const { queue, shown, last, problems } = rig();
    const newId = queue.split(1, { before: 'o', after: 'ne', atSeconds: 1.5 });
    queue.type(newId, 'ne and more');
    await last().refuse(new ApiError(400, '', '{"message":"Not here.","code":"cannot_split"}'));
    expect(problems).toEqual(['Not here.']);
    expect(shown()).toEqual([
      [1, 'o ne and more'],
      [2, 'two'],
    ]);
  });

  it('knows a split again whose answer was lost', async () => {
    const { queue, shown, last, change, pass } = rig();
    const newId = queue.split(1, { before: 'o', after: 'ne', atSeconds: 1.5 });
    await last().refuse(new TypeError('Failed to fetch'));
    change([{ ...segment(1, 'o'), revision: 2 }, segment(9, 'ne', 1.5), segment(2, 'two')]);
    pass(1000);
    await last().refuse(conflict({ ...segment(1, 'o'), revision: 2 }));
    expect(queue.idOf(newId)).toBe(9);
    expect(queue.snapshot().pending).toEqual([]);
    expect(shown()).toHaveLength(3);
  });
});

describe('a command', () => {
  it('runs after everything that was typed is saved', async () => {
    const { queue, last, settled } = rig();
    let ran = false;
    queue.type(1, 'first');
    const done = queue.run(async () => {
      ran = true;
      return resultOf([], []);
    });
    expect(ran).toBe(false);
    await last().answer({ changed: [{ ...segment(1, 'first'), revision: 2 }] });
    await settled();
    expect(ran).toBe(true);
    await done;
  });

  it('fails when what was typed cannot be saved', async () => {
    const { queue, last } = rig();
    queue.type(1, 'first');
    const done = queue.run(async () => resultOf([], []));
    const failure = expect(done).rejects.toThrow('Failed to fetch');
    await last().refuse(new TypeError('Failed to fetch'));
    await failure;
  });
});
