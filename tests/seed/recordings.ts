import { type AskedTranscript, askedTranscripts } from '#tests/support/questions.ts';
import { wavOf } from '#tests/support/recordings.ts';
import { joinSounds, silence, speak, type Voice } from '#tests/support/speak.ts';

/** A talk of tests/fixtures/questions that the seed has spoken. */
export interface Talk {
  /** The recording's, by which a second run finds its transcript. */
  filename: string;
  title: string;
  lines: AskedTranscript['lines'];
}

/** When somebody speaks, in seconds. */
interface SpokenLine {
  speaker: string;
  start: number;
  end: number;
}

interface Recording {
  wav: Buffer;
  spoken: readonly SpokenLine[];
}

const TITLES = [
  'Evening course: keeping bees',
  'Small business podcast: the night baker',
  'Council meeting: the harbour bridge',
];
const VOICES: readonly Voice[] = ['awb', 'slt', 'rms', 'kal16'];
const SAMPLES_PER_SECOND = 16_000;
const PAUSE_MS = 700;

/** The talks, the one of the project last. */
export function readTalks(): Talk[] {
  const asked = askedTranscripts();
  return TITLES.map((title) => {
    const found = asked.find((each) => each.title === title);
    if (!found) throw new Error(`tests/fixtures/questions has no "${title}".`);
    return { filename: `${title.replace(/^.*: /, '').replaceAll(' ', '-')}.wav`, ...found };
  });
}

/** The people who speak in a talk, in order of their first words. */
export function speakersOf({ lines }: Talk): string[] {
  return [...new Set(lines.map(({ speaker }) => speaker))];
}

/** Has a talk spoken, each person by a voice of their own: about three minutes of sound in two seconds. */
export async function record(talk: Talk): Promise<Recording> {
  const speakers = speakersOf(talk);
  const sounds: Float32Array[] = [];
  const spoken: SpokenLine[] = [];
  let samples = 0;
  for (const { speaker, text } of talk.lines) {
    const sound = await speak(text, { voice: VOICES[speakers.indexOf(speaker)] ?? 'slt' });
    const start = samples / SAMPLES_PER_SECOND;
    spoken.push({ speaker, start, end: start + sound.length / SAMPLES_PER_SECOND });
    for (const part of [sound, silence(PAUSE_MS)]) {
      sounds.push(part);
      samples += part.length;
    }
  }
  return { wav: await wavOf(joinSounds(...sounds)), spoken };
}

/** Names the speakers that an engine found: each name goes to the label with which it shares the most time. */
export function nameSpeakers(
  segments: readonly SpokenLine[],
  spoken: readonly SpokenLine[],
): Record<string, string> {
  const shared = new Map<string, { label: string; name: string; seconds: number }>();
  for (const { speaker: label, start, end } of segments) {
    for (const line of spoken) {
      const seconds = Math.min(end, line.end) - Math.max(start, line.start);
      if (seconds <= 0) continue;
      const key = JSON.stringify([label, line.speaker]);
      const before = shared.get(key)?.seconds ?? 0;
      shared.set(key, { label, name: line.speaker, seconds: before + seconds });
    }
  }
  const names = new Map<string, string>();
  const used = new Set<string>();
  for (const { label, name } of [...shared.values()].toSorted((a, b) => b.seconds - a.seconds)) {
    if (names.has(label) || used.has(name)) continue;
    names.set(label, name);
    used.add(name);
  }
  return Object.fromEntries(names);
}
