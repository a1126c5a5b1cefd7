import { constants } from 'node:os';
import { FFmpegError } from 'node-av/lib';
import { isDiskFull } from '../../disk-full.ts';
import { cutClip, NothingThere } from './cut-clip.ts';
import { decode } from './decode.ts';
import { makePlayable } from './make-playable.ts';
import { NoAudio } from './open.ts';
import { probe } from './probe.ts';
import { type MediaReply, MediaTask } from './protocol.ts';

/** The process in which FFmpeg reads a stranger's file: does one task, then exits. */
async function main(): Promise<void> {
  // Ctrl-C in a terminal reaches the whole group; the parent decides when the work ends.
  process.on('SIGINT', () => undefined);
  process.once('disconnect', () => process.exit(1));
  const task = MediaTask.parse(JSON.parse(process.argv[2] ?? ''));
  try {
    await send(await perform(task));
  } catch (error) {
    await send({ kind: 'failed', message: String(error), reason: reasonOf(error) });
  }
  process.exit(0);
}

async function perform(task: MediaTask): Promise<MediaReply> {
  const onProgress = (doneMs: number) => void send({ kind: 'progress', doneMs });
  if (task.kind === 'probe') return { kind: 'probed', info: probe(task.path, task.wanted) };
  if (task.kind === 'decode') return { kind: 'decoded', ...decode(task, onProgress) };
  if (task.kind === 'cut-clip') await cutClip(task, onProgress);
  else await makePlayable(task, onProgress);
  return { kind: 'made' };
}

function reasonOf(error: unknown): 'no-audio' | 'disk-full' | 'nothing' | 'unreadable' {
  if (error instanceof NoAudio) return 'no-audio';
  if (error instanceof NothingThere) return 'nothing';
  const isFull =
    isDiskFull(error) || (error instanceof FFmpegError && error.code === -constants.errno.ENOSPC);
  return isFull ? 'disk-full' : 'unreadable';
}

function send(reply: MediaReply): Promise<void> {
  return new Promise((resolve) => process.send?.(reply, () => resolve()));
}

await main();
