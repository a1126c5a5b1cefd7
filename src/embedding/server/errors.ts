import { SpeechError } from '#speech/speech-error.ts';
import { EmbedderUnavailable, EmbeddingFailed } from '../embedding-error.ts';

/** What a problem at a server means for whoever wants vectors. Other errors stay as they are. */
export function toEmbeddingError(error: unknown): unknown {
  if (!(error instanceof SpeechError)) return error;
  const { code } = error.problem;
  switch (code) {
    case 'key_rejected':
    case 'no_credit':
    case 'wrong_address':
    case 'address_refused':
    case 'unknown_model':
      return new EmbedderUnavailable(code, { cause: error });
    default:
      return new EmbeddingFailed(code, { cause: error });
  }
}
