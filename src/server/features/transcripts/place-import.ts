import type { Word } from '#contract/segments.ts';
import type { Transcription } from '#speech/engine.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { missingResourceOf } from './failure.ts';
import { fetchSource } from './fetch-source.ts';
import type { WaitingImport } from './import-queries.ts';
import { type MadeFromImport, putOntoRecording, wordsHeardBefore } from './imported-text.ts';
import { lengthOf } from './prepare-audio.ts';
import { decodeAndRecognize, type RecognitionDeps, type Running } from './recognize.ts';

export type PlacingDeps = RecognitionDeps & Pick<Deps, 'outbound' | 'videos' | 'work'>;

/** A text made elsewhere, which was said to belong to the recording. */
export async function placeImport(
  deps: PlacingDeps,
  preparation: Running,
  waiting: WaitingImport,
): Promise<MadeFromImport> {
  const { transcript, run } = preparation;
  const { language } = waiting.content;
  const known = await wordsHeardBefore(deps.db, transcript);
  // The text says who speaks.
  const options = {
    ...transcript.options,
    language: transcript.options.language ?? language,
    suggestSpeakers: false,
  };
  const keepsSound = transcript.status === 'completed';
  const asked = { ...preparation, keepsSound, transcript: { ...transcript, options } };
  const captions = known.length > 0 ? undefined : await fetchSource(deps, asked);
  const hear = async () => wordsOf(captions ?? (await decodeAndRecognize(deps, asked)));
  return putOntoRecording(
    deps,
    { waiting, known },
    {
      durationMs: () => lengthOf(deps, asked),
      hear,
      overhear: async () => (captions ? wordsOf(captions) : overhear(deps, asked)),
      signal: run.signal,
    },
  );
}

function wordsOf({ segments }: Pick<Transcription, 'segments'>): Word[] {
  return segments.flatMap(({ words }) => words);
}

/** What the engine of this machine hears, at nobody's cost; nothing if it does not know the language, or doubts what it hears. */
async function overhear(deps: PlacingDeps, asked: Running): Promise<readonly Word[]> {
  const { transcript } = asked;
  const options = { ...transcript.options, engine: 'local' as const };
  try {
    const made = await decodeAndRecognize(deps, { ...asked, transcript: { ...transcript, options } });
    return made.lowConfidence ? [] : wordsOf(made);
  } catch (error) {
    if (error instanceof AppError && !missingResourceOf(error)) return [];
    throw error;
  }
}
