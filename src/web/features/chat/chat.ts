import type { AnalysisProviderName } from '#contract/chat.ts';
import type { ShownMessage } from './conversation.ts';

/** A conversation with what can be done in it, be it stored or only in this window. */
export interface Chat {
  messages: readonly ShownMessage[];
  /** Who answers the next question; null until it is known. */
  answersBy: AnalysisProviderName | null;
  suggestions: readonly string[];
  /** Sends a question; false when it has to be sent again. Tells by itself what went wrong. */
  ask: (question: string) => Promise<boolean>;
  stop: () => void;
  isStopping: boolean;
}
