import { z } from 'zod';
import { SegmentId, TranscriptId, UserId } from '#contract/ids.ts';
import { WindowId } from '#contract/presence.ts';

/** That a user has a transcript open in some window of a node, and the passage they write in; 'gone': no longer. */
export const PresenceEntry = z.tuple([
  TranscriptId,
  UserId,
  z.union([SegmentId, z.null(), z.literal('gone')]),
]);
export type PresenceEntry = z.output<typeof PresenceEntry>;

const NodeId = z.uuid();

/** A window has said where it is, at any node; null: no longer in this transcript. */
export const WindowSaid = z.object({
  kind: z.literal('window-said'),
  userId: UserId,
  window: WindowId,
  transcriptId: TranscriptId,
  place: z.object({ segmentId: SegmentId.nullable() }).nullable(),
});
export type WindowSaid = z.infer<typeof WindowSaid>;

/**
 * Who came, moved or left at a node. Its messages are numbered; one that `isWhole` replaces everything that the node has said
 * before.
 */
export const NodePresence = z.object({
  kind: z.literal('node-presence'),
  node: NodeId,
  number: z.int(),
  isWhole: z.boolean(),
  entries: z.array(PresenceEntry),
});
export type NodePresence = z.infer<typeof NodePresence>;

/** A node with people still runs; `number` is that of its last message. */
export const NodeBeat = z.object({ kind: z.literal('node-beat'), node: NodeId, number: z.int() });
export type NodeBeat = z.infer<typeof NodeBeat>;

/** Somebody has missed a message of a node and asks it for everything. */
export const NodeAsked = z.object({ kind: z.literal('node-asked'), node: NodeId });
