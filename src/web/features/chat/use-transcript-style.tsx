import { useMemo } from 'react';
import type { ChatMessage } from '#contract/chat.ts';
import { CitationButton, type Cite } from '#web/citations/citation-button.tsx';
import { spellCitations } from '#web/citations/placeholders.ts';
import type { ChatStyle } from '#web/conversation/chat.ts';

/** The texts and renderers of a conversation about one transcript. */
export function useTranscriptStyle(onCite: Cite): ChatStyle<ChatMessage> {
  return useMemo(
    () => ({
      placeholder: 'Ask about this transcript…',
      logClass: 'max-h-64',
      nothingYet: {
        title: 'Ask about what was said',
        hint: 'Answers cite the moments they are based on.',
      },
      thinking: 'Thinking…',
      copyFailure: { title: 'Copy failed', description: 'Could not copy to clipboard' },
      renderMark: (mark, { outdatedCitations }) =>
        mark.kind === 'moment' && (
          <CitationButton
            seconds={mark.seconds}
            onCite={onCite}
            isOutdated={outdatedCitations.includes(mark.seconds)}
          />
        ),
      spell: ({ content }) => spellCitations(content),
      nameAsker: () => 'You asked',
    }),
    [onCite],
  );
}
