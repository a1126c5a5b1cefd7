import type { AnalysisProviderName } from '#contract/chat.ts';
import { WhoAnswers } from '#web/conversation/who-answers.tsx';

/** States who writes the answers about a transcript. Owners are offered to add a key; visitors are not. */
export function TranscriptAnswers(props: { answersBy: AnalysisProviderName | null; isOwner: boolean }) {
  return (
    <WhoAnswers
      answersBy={props.answersBy}
      sources="moments"
      quoted="the transcript"
      canAddKey={props.isOwner}
    />
  );
}
