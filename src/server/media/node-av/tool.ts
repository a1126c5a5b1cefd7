import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MAX_RECORDING_MS } from '#contract/limits.ts';
import { childEnvironment } from '#speech/child-environment.ts';
import { AppError } from '../../app-error.ts';
import { DiskFull } from '../../disk-full.ts';
import { guardProcess, Interrupted, isEndedByOthers, type Limits } from '../guard.ts';
import { TOOL_LIMITS } from '../limits.ts';
import { playablePlan } from '../playable.ts';
import { type MediaTool, SAMPLE_RATE, type ToolOptions } from '../tool.ts';
import { hasTrueSizes } from '../wav-header.ts';
import { refuseCutOff, writeWhole } from '../whole-file.ts';
import { MediaReply, type MediaTask } from './protocol.ts';

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));

/** FFmpeg's libraries from npm (node-av), each call in a separate process. */
export function createNodeAvTool(): MediaTool {
  return {
    name: 'node-av',
    probe: async (path, { wanted = null, ...options }) => {
      const task: MediaTask = { kind: 'probe', path, wanted };
      const reply = await perform(task, options, TOOL_LIMITS.readThrough);
      if (reply.kind !== 'probed') throw unexpected(reply);
      const { info } = reply;
      return { ...info, hasTrueSizes: info.formatName !== 'wav' || (await hasTrueSizes(path)) };
    },
    decode: (path, target, sound, options) =>
      writeWhole(target, async (unfinished) => {
        const task: MediaTask = { kind: 'decode', path, target: unfinished, maxMs: MAX_RECORDING_MS, sound };
        const reply = await perform(task, options, TOOL_LIMITS.decode);
        if (reply.kind !== 'decoded') throw unexpected(reply);
        if (reply.cut) throw new AppError('media_too_long');
        if (reply.samples === 0) throw new AppError('no_audio');
        return {
          durationMs: Math.round((reply.samples * 1000) / SAMPLE_RATE),
          clock: sound.isBroken ? 'broken' : reply.hasGaps ? 'gaps' : 'steady',
        };
      }),
    makePlayable: (path, target, recording, options) =>
      writeWhole(target, async (unfinished) => {
        const { sound } = recording.info;
        if (!sound) throw new AppError('no_audio');
        const plan = playablePlan(recording);
        const task: MediaTask = { kind: 'make-playable', path, target: unfinished, sound, plan };
        await perform(task, options, TOOL_LIMITS.makePlayable);
        await refuseCutOff(unfinished);
      }),
    cutClip: (path, target, cut, options) =>
      writeWhole(target, async (unfinished) => {
        // It may run in another folder.
        const files = { path: resolve(path), target: resolve(unfinished) };
        const folder = cut.captionsFolder;
        await perform({ kind: 'cut-clip', ...files, ...cut }, { ...options, folder }, TOOL_LIMITS.cutClip);
        if (cut.format === 'mp4') await refuseCutOff(unfinished);
      }),
  };
}

function perform(
  task: MediaTask,
  { signal, onProgress, folder }: ToolOptions & { folder?: string | undefined },
  limits: Omit<Limits, 'signal'>,
): Promise<MediaReply> {
  const child = fork(CHILD, [JSON.stringify(task)], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
    cwd: folder,
    env: childEnvironment(),
  });
  const guard = guardProcess(child, { signal, ...limits });
  return new Promise<MediaReply>((resolve, reject) => {
    let answer: MediaReply | undefined;
    child.on('message', (message) => {
      guard.alive();
      const reply = readReply(message);
      if (reply.kind === 'progress') onProgress?.(reply.doneMs);
      else answer = reply;
    });
    child.once('error', reject);
    child.once('exit', (code, signalName) => {
      const ended = guard.reason();
      if (ended) reject(ended);
      else if (answer?.kind === 'failed') reject(failure(answer));
      else if (answer) resolve(answer);
      else reject(endedWith(signalName ?? code));
    });
  }).finally(() => guard.release());
}

/** It crosses the border from a process that reads a stranger's file, which must never make this one throw. */
function readReply(message: unknown): MediaReply {
  const { data, error } = MediaReply.safeParse(message);
  return data ?? { kind: 'failed', reason: 'unreadable', message: String(error) };
}

const CODES = { 'no-audio': 'no_audio', nothing: 'clip_empty', unreadable: 'media_unreadable' } as const;

function failure({ reason, message }: MediaReply & { kind: 'failed' }): Error {
  if (reason === 'disk-full') return new DiskFull(message);
  return new AppError(CODES[reason], { cause: message });
}

/** It exited without a message: it crashed on the file, unless something else ended it. */
function endedWith(how: NodeJS.Signals | number | null): Error {
  return isEndedByOthers(how)
    ? new Interrupted(`The decoder was ended by ${how}.`)
    : new AppError('media_unreadable', { cause: `the decoder ended with ${how}` });
}

function unexpected(reply: MediaReply): Error {
  return new Error(`The decoder answered '${reply.kind}' to another question.`);
}
