/**
 * What the time stamps of a sound track are worth. 'steady': sound without a hole from time 0 on. 'gaps': it begins later, has holes,
 * or says some of it twice; the stamps are right. 'broken': the stamps run backwards, stand, or jump further than any hole is long, so
 * that only counting the sound gives its times.
 */
export const SOUND_CLOCKS = ['steady', 'gaps', 'broken'] as const;
export type SoundClock = (typeof SOUND_CLOCKS)[number];

/** Encoders round stamps, and nobody hears that a word comes this much earlier, in seconds. */
const TOLERATED_SECONDS = 0.04;
/** The longest hole, in seconds: further jumps are taken for a clock that was set. FFmpeg keeps all of a hole's silence in memory. */
const LONGEST_GAP_SECONDS = 1200;
/** The longest piece of sound, in seconds, that a recorder wrote twice: further steps back come from a clock that was set. */
const LONGEST_OVERLAP_SECONDS = 2;
/** A clock is broken if more of its stamps than this, as a part of all, stand, or if it says more of the sound than this twice. */
const MOST_STANDING = 0.02;
/** Programs that may not write a stamp again write the next one: a step so many halves shorter than most is none. */
const CREEPING_HALVES = 6;
/** A clock is broken that says that sound takes so many times as long as it does: it counts in another unit. */
const MOST_SPARSE = 20;
/** A packet that says that it is so many times as long as another has a hole behind it. */
const MOST_DIFFERENT = 100;
/** Frames of a constant rate differ by a byte of padding. */
const PADDING_BYTES = 1;
/** Durations are told in whole microseconds. */
const ROUNDED_SECONDS = 1e-5;

/** What the packets of a sound track say without being decoded. */
export interface PacketFacts {
  /** Where the recording's time 0 is on the container's clock, and where the first of its streams begins there, in seconds. */
  zero: number;
  start: number;
  /** When the first and the last packet begin, from the recording's time 0. */
  firstMs: number;
  lastMs: number;
  /** Whether the time stamps cannot be right; see `SoundClock`. */
  isBroken: boolean;
  /** Whether every packet takes the same bytes, apart from padding: then times are places in the file. */
  hasConstantRate: boolean;
}

/** Where packets come from. */
interface Origin {
  /** FFmpeg's name of the container, and of the sound's codec. */
  formatName: string;
  codec: string;
  /** When the first of the container's streams begins on its clock, in seconds. */
  start: number;
}

/** Follows the packets of a sound track in their order, in seconds on the container's clock. */
export function followPackets(origin: Origin): {
  /** `at`: null if the packet has no stamp. `duration`: 0 if it does not say; some containers count a hole as a part of the packet before it. */
  add(at: number | null, duration: number, bytes: number): void;
  read(): PacketFacts;
} {
  const { start } = origin;
  const zero = zeroOf(origin);
  let last = zero;
  /** How long the last packet is, and the shortest and the longest of all, as far as they say. */
  let [length, shortest, longest] = [0, Number.POSITIVE_INFINITY, 0];
  let [count, heard, doubled] = [0, 0, 0];
  const steps = countSteps();
  let first: number | undefined;
  let hasJumped = false;
  let [smallest, largest, latest] = [Number.POSITIVE_INFINITY, 0, 0];

  const follow = (at: number) => {
    first ??= at - zero;
    const step = at - last;
    if (count > 0) steps.add(step);
    if (count > 0 && isOff(Math.min(0, step - length))) doubled += length - step;
    if (step - length > LONGEST_GAP_SECONDS || (count > 0 && isSetBack(step, at - zero))) hasJumped = true;
    count += 1;
    last = at;
  };
  return {
    add: (at, duration, bytes) => {
      // The last frame may be cut off.
      if (latest > 0) [smallest, largest] = [Math.min(smallest, latest), Math.max(largest, latest)];
      latest = bytes;
      if (at !== null) follow(at);
      if (duration > 0) [shortest, longest] = [Math.min(shortest, duration), Math.max(longest, duration)];
      length = Math.min(duration, MOST_DIFFERENT * shortest) || 0;
      heard += length;
    },
    read: () => {
      const span = Math.max(0, last - zero);
      const isSparse = heard > 0 && span > LONGEST_GAP_SECONDS + MOST_SPARSE * heard;
      const isDoubled = doubled > Math.max(LONGEST_OVERLAP_SECONDS, heard * MOST_STANDING);
      const { standing, seconds } = steps.read();
      const isStanding = standing > Math.max(1, count * MOST_STANDING) && seconds > LONGEST_OVERLAP_SECONDS;
      const isMiscounted = miscounts(origin, longest - shortest < ROUNDED_SECONDS);
      const isBroken = hasJumped || isSparse || isDoubled || isStanding || isMiscounted;
      return {
        zero,
        start,
        firstMs: Math.round((first ?? 0) * 1000),
        lastMs: Math.round((isBroken ? heard : span) * 1000),
        isBroken,
        hasConstantRate: largest - smallest <= PADDING_BYTES,
      };
    },
  };
}

/** Counts the steps from stamp to stamp that are none, or next to none, and how many seconds these would be if they were like most. */
function countSteps(): { add(seconds: number): void; read(): { standing: number; seconds: number } } {
  /** How many there are, by their size: each is twice as long as the one before. */
  const counts = new Map<number, number>();
  return {
    add: (seconds) => {
      const size = seconds > 0 ? Math.floor(Math.log2(seconds)) : Number.NEGATIVE_INFINITY;
      counts.set(size, (counts.get(size) ?? 0) + 1);
    },
    read: () => {
      const [usual = 0] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [];
      const isStep = (size: number) => size > Number.NEGATIVE_INFINITY && size > usual - CREEPING_HALVES;
      const standing = [...counts].reduce((sum, [size, count]) => (isStep(size) ? sum : sum + count), 0);
      return { standing, seconds: isStep(usual) ? standing * 2 ** usual : Number.POSITIVE_INFINITY };
    },
  };
}

/** Whether a step back comes from a clock that was set, and not from sound that was written twice. */
function isSetBack(step: number, at: number): boolean {
  return step < -LONGEST_OVERLAP_SECONDS || (step < -TOLERATED_SECONDS && !isOff(at));
}

/** Whether sound that begins this many seconds from where the sound before it ended is moved. */
export function isOff(seconds: number): boolean {
  return Math.abs(seconds) > TOLERATED_SECONDS;
}

/** Containers in which time 0 is the beginning of what people see and hear; the stamps of others begin anywhere. */
const WITH_A_ZERO = /^(mov|matroska)\b/;

/** Where the recording's time 0 is on its container's clock, in seconds. */
function zeroOf({ formatName, start }: Origin): number {
  return WITH_A_ZERO.test(formatName) && start <= LONGEST_GAP_SECONDS ? 0 : start;
}

/** Formats that are nothing but frames one after another, with no stamps but what FFmpeg counts: wrongly, where their rate changes. */
const WITHOUT_STAMPS = /^(mp3|aac|ac3)$/;
/** Codecs whose bytes FFmpeg takes for so many samples each when it looks a time up in a WAV, which they are not. */
const IN_BLOCKS = /^adpcm_/;

/** Whether FFmpeg's own stamps are wrong, of a recording that has none; `isEven`: all of its frames are of one length. */
function miscounts({ formatName, codec }: Origin, isEven: boolean): boolean {
  return WITHOUT_STAMPS.test(formatName) ? !isEven : formatName === 'wav' && IN_BLOCKS.test(codec);
}

/**
 * FFmpeg's filter that makes sound keep to its stamps: silence where it has none, a cut where it overlaps.
 *
 * @param isFromZero whether that begins at 0, and not where the sound does. FFmpeg makes the filter anew when the format of the sound
 *   changes in its middle, which would write the silence from 0 once more: so only where it is needed
 * @param format what comes out, as `aformat` takes it; it goes in like that already, because silence is kept in memory
 */
export function keepTimeFilter(rate: number, format: string, isFromZero: boolean): string {
  const keep = `aresample=async=1:min_hard_comp=${TOLERATED_SECONDS}`;
  return `aresample=${rate},aformat=${format},${keep}${isFromZero ? ':first_pts=0' : ''}`;
}

/** Gives sound the times that counting its samples gives. */
export const COUNT_SAMPLES = 'asetpts=N/SR/TB';

/** The same for pictures. */
export const COUNT_PICTURES = 'setpts=N/(FRAME_RATE*TB)';
