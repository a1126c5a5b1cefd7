import { z } from 'zod';

/** What the parent sends to the child: one piece of work at a time. */
export const EncodeRequest = z.object({ texts: z.array(z.string()) });
export type EncodeRequest = z.infer<typeof EncodeRequest>;

/** What the child sends back: the vectors, one after the other; or that the model cannot be loaded; or what else went wrong. */
export const EncodeReply = z.discriminatedUnion('type', [
  z.object({ type: z.literal('done'), vectors: z.instanceof(Float32Array) }),
  z.object({ type: z.literal('unloadable'), message: z.string() }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);
export type EncodeReply = z.infer<typeof EncodeReply>;
