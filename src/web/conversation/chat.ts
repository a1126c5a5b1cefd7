import type { ReactNode } from 'react';
import type { AnalysisProviderName } from '#contract/chat.ts';
import type { Mark } from '#domain/citation-marks.ts';
import type { ShownMessage } from './conversation.ts';

/** A conversation and its actions, whether stored on the server or only in this window. */
export interface Chat<Message extends ShownMessage> {
  messages: readonly Message[];
  /** Who answers the next question; null while unknown. */
  answersBy: AnalysisProviderName | null;
  suggestions: readonly string[];
  /** Sends a question. Returns false if it has to be sent again; errors are shown to the user here. */
  ask: (question: string) => Promise<boolean>;
  stop: () => void;
  isStopping: boolean;
}

/** The texts and renderers in which conversations about transcripts and about projects differ. */
export interface ChatStyle<Message extends ShownMessage> {
  placeholder: string;
  /** The classes that limit the log's height. */
  logClass: string;
  /** Shown before the first question. */
  nothingYet: { title: string; hint: string };
  /** Shown until the first words of an answer arrive. */
  thinking: string;
  /** Shown when an answer could not be copied. */
  copyFailure: { title: string; description: string };
  renderMark: (mark: Mark, message: Message) => ReactNode;
  /** The text of an answer for the clipboard, with its citations in words. */
  spell: (message: Message) => string;
  /** Shown below a message, such as its time. `isSending`: a question that the server has not confirmed yet. */
  renderNote?: (message: Message, isSending: boolean) => ReactNode;
  /** Introduces a question to screen readers. */
  nameAsker: (message: Message) => string;
}
