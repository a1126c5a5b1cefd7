import { Link } from 'wouter';
import type { AnalysisProviderName } from '#contract/chat.ts';
import { PROVIDER_NAMES } from '#web/citations/provider-names.ts';
import { SETTINGS_PATH } from '#web/lib/paths.ts';

interface WhoAnswersProps {
  /** Null until it is known. */
  answersBy: AnalysisProviderName | null;
  /** The owner can add a key; a visitor cannot. */
  isOwner: boolean;
}

/** Says where answers come from. */
export function WhoAnswers({ answersBy, isOwner }: WhoAnswersProps) {
  if (answersBy === null) return null;
  if (answersBy !== 'extractive') {
    return (
      <span>
        Answers by {PROVIDER_NAMES[answersBy]}. They can be wrong: check the moments that they name.
      </span>
    );
  }
  return (
    <span>
      Answers are quotes from the transcript only (no AI key).{' '}
      {isOwner && (
        <Link href={SETTINGS_PATH} className="font-medium text-brand-ink underline underline-offset-2">
          Add a key in Settings
        </Link>
      )}
    </span>
  );
}
