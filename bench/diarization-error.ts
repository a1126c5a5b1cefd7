/** Who speaks from when to when, in milliseconds. */
export interface SpeakerTurn {
  speaker: string;
  startMs: number;
  endMs: number;
}

/** Milliseconds of speaker time: in the reference, missed, invented, and assigned to the wrong speaker. */
export interface DiarizationError {
  totalMs: number;
  missedMs: number;
  inventedMs: number;
  confusedMs: number;
  /** (missed + invented + confused) / total. */
  rate: number;
}

const STEP_MS = 10;

/**
 * Diarization error rate as NIST counts it, in steps of 10 ms with the best one-to-one match of speakers: https://www.nist.gov/itl/iad/mig/rich-transcription-evaluation.
 * Time within `collarMs` of a start or end in the reference does not count. Overlapping speech counts once per speaker.
 */
export function diarizationError(
  reference: readonly SpeakerTurn[],
  found: readonly SpeakerTurn[],
  collarMs: number,
): DiarizationError {
  const endMs = Math.max(0, ...reference.map((turn) => turn.endMs), ...found.map((turn) => turn.endMs));
  const steps: { wanted: Set<string>; hypothesis: Set<string> }[] = [];
  for (let ms = STEP_MS / 2; ms < endMs; ms += STEP_MS) {
    const isNearEdge = reference.some(
      (turn) => Math.abs(ms - turn.startMs) < collarMs || Math.abs(ms - turn.endMs) < collarMs,
    );
    if (!isNearEdge) steps.push({ wanted: speakersAt(reference, ms), hypothesis: speakersAt(found, ms) });
  }
  const shared = new Map<string, number>();
  let totalMs = 0;
  let missedMs = 0;
  let inventedMs = 0;
  let bothMs = 0;
  for (const { wanted, hypothesis } of steps) {
    totalMs += wanted.size * STEP_MS;
    missedMs += Math.max(0, wanted.size - hypothesis.size) * STEP_MS;
    inventedMs += Math.max(0, hypothesis.size - wanted.size) * STEP_MS;
    bothMs += Math.min(wanted.size, hypothesis.size) * STEP_MS;
    for (const a of wanted)
      for (const b of hypothesis) shared.set(`${a}\n${b}`, (shared.get(`${a}\n${b}`) ?? 0) + STEP_MS);
  }
  const confusedMs = bothMs - bestMatchMs(namesOf(reference), namesOf(found), shared);
  const rate = (missedMs + inventedMs + confusedMs) / Math.max(1, totalMs);
  return { totalMs, missedMs, inventedMs, confusedMs, rate };
}

/** The SPEAKER lines of an RTTM file as turns. */
export function readRttm(text: string): SpeakerTurn[] {
  return text.split('\n').flatMap((line) => {
    const [type, , , start, duration, , , speaker] = line.trim().split(/\s+/);
    if (type !== 'SPEAKER' || !speaker) return [];
    const startMs = Math.round(Number(start) * 1000);
    return [{ speaker, startMs, endMs: startMs + Math.round(Number(duration) * 1000) }];
  });
}

/** The longest matching time over all one-to-one matches of speakers: the best for each set of found speakers, one after the other. */
function bestMatchMs(
  wanted: readonly string[],
  hypothesis: readonly string[],
  shared: ReadonlyMap<string, number>,
): number {
  let best = new Map([[0, 0]]);
  for (const name of wanted) {
    const next = new Map(best);
    for (const [used, ms] of best) {
      hypothesis.forEach((other, index) => {
        const together = shared.get(`${name}\n${other}`);
        if (together === undefined || (used >> index) & 1) return;
        const taken = used | (1 << index);
        next.set(taken, Math.max(next.get(taken) ?? 0, ms + together));
      });
    }
    best = next;
  }
  return Math.max(...best.values());
}

function speakersAt(turns: readonly SpeakerTurn[], ms: number): Set<string> {
  return new Set(turns.filter((turn) => turn.startMs <= ms && ms < turn.endMs).map(({ speaker }) => speaker));
}

function namesOf(turns: readonly SpeakerTurn[]): string[] {
  return [...new Set(turns.map(({ speaker }) => speaker))];
}
