import type { ReactNode } from 'react';
import type { AnalysisProviderName } from '#contract/chat.ts';
import type { Mark } from '#domain/citation-marks.ts';
import type { ShownMessage } from './conversation.ts';

/** A conversation with what can be done in it, be it stored or only in this window. */
export interface Chat<Message extends ShownMessage> {
  messages: readonly Message[];
  /** Who answers the next question; null until it is known. */
  answersBy: AnalysisProviderName | null;
  suggestions: readonly string[];
  /** Sends a question; false when it has to be sent again. Tells by itself what went wrong. */
  ask: (question: string) => Promise<boolean>;
  stop: () => void;
  isStopping: boolean;
}

/** How a conversation shows itself: what is different between one about a transcript and one about a project. */
export interface ChatStyle<Message extends ShownMessage> {
  placeholder: string;
  /** How high the log may grow. */
  logClass: string;
  /** Stands where nothing was asked yet. */
  nothingYet: { title: string; hint: string };
  /** While nothing of an answer is there. */
  thinking: string;
  /** When an answer could not be copied. */
  copyFailure: { title: string; description: string };
  renderMark: (mark: Mark, message: Message) => ReactNode;
  /** An answer to take along elsewhere, its marks as readable words. */
  spell: (message: Message) => string;
  /** Stands below a message, such as when it was written; `isSending` of a question of which the server has not said anything. */
  renderNote?: (message: Message, isSending: boolean) => ReactNode;
  /** How a screen reader introduces a question. */
  nameAsker: (message: Message) => string;
}
