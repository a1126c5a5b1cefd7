import { createHash } from 'node:crypto';
import type { Episode } from '#contract/podcasts.ts';

/** An episode as it stands in a feed; `guid` is the address of its file if the feed gives none. */
export interface FoundEpisode extends Omit<Episode, 'id'> {
  guid: string;
}

/**
 * Gives each episode an id, which stays the same whatever the feed's order. Some programs give all episodes one guid: then the file
 * tells them apart. An episode that stands twice with the same file is returned once.
 */
export function withIds(found: readonly FoundEpisode[]): Episode[] {
  const files = new Map<string, string>();
  const shared = new Set<string>();
  for (const { guid, audioUrl } of found) {
    const other = files.get(guid) ?? audioUrl;
    if (other !== audioUrl) shared.add(guid);
    files.set(guid, other);
  }
  const episodes = new Map<string, Episode>();
  for (const { guid, ...episode } of found) {
    const id = idOf(shared.has(guid) ? `${guid}\n${episode.audioUrl}` : guid);
    if (!episodes.has(id)) episodes.set(id, { id, ...episode });
  }
  return [...episodes.values()];
}

function idOf(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, 22);
}
