import { WindowId } from '#contract/presence.ts';
import { randomId } from './random-id.ts';

let id: WindowId | null = null;

/** By what name the server knows this window, until it is closed or loaded again. */
export function windowId(): WindowId {
  id ??= WindowId.parse(randomId());
  return id;
}
