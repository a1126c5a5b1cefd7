import { z } from 'zod';
import { Word } from '#contract/segments.ts';

/** A child's argument after the models' folder: use as little memory as possible. */
export const LEAN_ARGUMENT = 'lean';

/** A stretch of audio for a child to process. */
const SpanMessage = z.object({ startMs: z.int().nonnegative(), endMs: z.int().nonnegative() });

/** Requests the speech probability of each 32 ms frame of [fromFrame, toFrame). */
const DetectRequest = z.object({
  type: z.literal('detect'),
  pcmPath: z.string(),
  fromFrame: z.int(),
  toFrame: z.int(),
});
export const DetectResult = z.object({ probabilities: z.instanceof(Uint8Array) });

/** Requests recognition of a few spans of similar length. */
export const RecognizeRequest = z.object({
  type: z.literal('recognize'),
  pcmPath: z.string(),
  spans: z.array(SpanMessage),
});
/** One entry per span. Word times count from the start of the recording. */
export const RecognizeResult = z.object({
  spoken: z.array(z.object({ words: z.array(Word), timing: z.enum(['measured', 'estimated']) })),
});

/** A stretch of frames of 10 ms: from the first to before the last. */
const FramesMessage = z.object({ from: z.int().nonnegative(), to: z.int().nonnegative() });
const KindMessage = z.object({ length: z.int().positive(), hop: z.int().positive() });
/** See `WindowKinds`. */
const KindsMessage = z.object({ long: KindMessage, short: KindMessage });
/** How many speak, if somebody knows. */
const CountMessage = z.int().positive().nullable();

/** Requests descriptions of the voices in some regions, by the network in a file. */
export const DescribeRequest = z.object({
  type: z.literal('describe'),
  pcmPath: z.string(),
  networkPath: z.string(),
  regions: z.array(FramesMessage),
  /** Where words are spoken. */
  speech: z.array(FramesMessage),
  kinds: KindsMessage,
});
const DescriptionsMessage = z.object({
  vectors: z.instanceof(Float32Array),
  frames: z.instanceof(Float32Array),
});
/** See `RegionDescriptions`. */
export const DescribeResult = z.object({ long: DescriptionsMessage, short: DescriptionsMessage });

/** Requests the speaker of each word, by the descriptions of these regions. */
export const AssignRequest = DescribeResult.extend({
  type: z.literal('assign'),
  words: z.array(SpanMessage.extend({ text: z.string() })),
  regions: z.array(FramesMessage),
  kinds: KindsMessage,
  count: CountMessage,
});
/** One for each word, numbered from 0. */
export const AssignResult = z.object({ speakers: z.array(z.int().nonnegative()) });

/** Requests diarization of the spans with speech, without a network. */
export const DiarizeRequest = z.object({
  type: z.literal('diarize'),
  pcmPath: z.string(),
  spans: z.array(SpanMessage),
  count: CountMessage,
});
/** Turns in time order; speakers are numbered from 0 in no particular order. */
export const DiarizeResult = z.object({
  turns: z.array(SpanMessage.extend({ speaker: z.int().nonnegative() })),
});

/** What the parent sends to a child: one piece of work at a time. */
export const SpeechRequest = z.discriminatedUnion('type', [
  DetectRequest,
  RecognizeRequest,
  DescribeRequest,
  AssignRequest,
  DiarizeRequest,
]);
export type SpeechRequest = z.infer<typeof SpeechRequest>;

/** What a child sends back: any number of progress reports, then a result. */
export const SpeechReply = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), doneMs: z.number() }),
  z.object({ type: z.literal('done'), result: z.unknown() }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);
export type SpeechReply = z.infer<typeof SpeechReply>;

export type SpokenWords = z.infer<typeof RecognizeResult>['spoken'][number];
export type Turn = z.infer<typeof DiarizeResult>['turns'][number];
