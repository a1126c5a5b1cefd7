import { Link } from 'wouter';
import type { AnalysisProviderName } from '#contract/chat.ts';
import { PROVIDER_NAMES } from '#web/citations/provider-names.ts';
import { SETTINGS_PATH } from '#web/lib/paths.ts';

interface WhoAnswersProps {
  /** Null while unknown. */
  answersBy: AnalysisProviderName | null;
  /** What answers cite: 'moments'. */
  sources: string;
  /** What they quote when there is no key: 'the transcript'. */
  quoted: string;
  /** Whether adding a key of their own would change who answers this user. */
  canAddKey: boolean;
}

/** States who writes the answers, or that they are only quotes. */
export function WhoAnswers({ answersBy, sources, quoted, canAddKey }: WhoAnswersProps) {
  if (answersBy === null) return null;
  if (answersBy !== 'extractive') {
    return (
      <span>
        Answers by {PROVIDER_NAMES[answersBy]} can be wrong: check the {sources} they cite.
      </span>
    );
  }
  return (
    <span>
      Answers are quotes from {quoted} only (no AI key).{' '}
      {canAddKey && (
        <Link href={SETTINGS_PATH} className="font-medium text-brand-ink underline underline-offset-2">
          Add a key in Settings
        </Link>
      )}
    </span>
  );
}
