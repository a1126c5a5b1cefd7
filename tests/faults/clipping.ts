import { clipFilePath, createClip, listClips } from '#contract/clips.ts';
import { openAny } from './editing.ts';
import type { LedgerTranscript } from './ledger.ts';
import type { Person } from './person.ts';

/** Cuts a second out of a recording. */
export async function cutClip(person: Person): Promise<void> {
  const found = await openAny(person);
  if (found?.open.status !== 'completed' || (found.open.duration ?? 0) < 1) return;
  const { transcript, open } = found;
  const { ledger, random, visitor } = person;
  const start = random.below(Math.floor((open.duration ?? 0) * 10) - 9) / 10;
  const body = { start, end: start + 1, format: 'mp3' as const };
  const made = await visitor.call(createClip, { params: { id: open.id }, body });
  if (made.kind === 'unknown') ledger.counts.unknown += 1;
  if (made.kind !== 'done') return;
  ledger.counts.acknowledged += 1;
  if (!transcript.clips.includes(made.value.id)) transcript.clips.push(made.value.id);
}

/** What is wrong with the clips of a transcript that was read: each is there, with its whole file or with a reason. */
export async function verifyClips(person: Person, { id, clips }: LedgerTranscript): Promise<string[]> {
  const { visitor } = person;
  const list = await visitor.call(listClips, { params: { id } });
  if (list.kind !== 'done') throw new Error(`The clips of transcript ${id} could not be read.`);
  const problems: string[] = [];
  for (const clipId of clips) {
    const clip = list.value.find((each) => each.id === clipId);
    if (!clip) problems.push(`Clip ${clipId} of transcript ${id} is gone`);
    else if (clip.status === 'failed' && clip.errorMessage) person.ledger.count('a clip failed');
    else if (clip.status !== 'ready') problems.push(`Clip ${clipId} of transcript ${id} is ${clip.status}`);
    else {
      const { cookie } = visitor;
      const file = await visitor.send(clipFilePath(id, clipId), () => ({ headers: { cookie } }), {
        isRead: true,
      });
      if (file.kind !== 'done' || file.value.bytes.length !== clip.sizeBytes)
        problems.push(`The file of clip ${clipId} of transcript ${id} is not whole`);
    }
  }
  return problems;
}
