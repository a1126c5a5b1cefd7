import type { AnalysisProviderName } from '#contract/chat.ts';
import { WhoAnswers } from '#web/conversation/who-answers.tsx';

/** Says where answers about a transcript come from. Its owner can add a key; a visitor cannot. */
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
