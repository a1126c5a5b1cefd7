import { useQueryClient } from '@tanstack/react-query';
import { Scissors, TextQuote } from 'lucide-react';
import type { Transcript } from '#contract/transcripts.ts';
import { passagesBetween, quoteHtml, quoteText } from '#domain/exports/passage-quote.ts';
import type { TimeRange } from '#domain/timeline.ts';
import { copyRichText } from '#web/lib/copy-rich-text.ts';
import { transcriptPath } from '#web/lib/paths.ts';
import { useClipRequest } from '#web/lib/use-clip-request.ts';
import { wordsQuery } from '#web/player/data.ts';
import { rangeOfSelected } from '#web/player/selected-range.ts';
import { selectedText } from '#web/player/selected-text.ts';
import { useKeyCommands } from '#web/player/use-key-commands.ts';
import { activeRow, SELECT_FIRST } from '#web/reading/active-row.ts';
import type { SelectionAction } from '#web/reading/selection-toolbar.tsx';
import type { SelectedText } from '#web/reading/use-text-selection.ts';
import { toast } from '#web/ui/toast-store.ts';

/** What the toolbar at selected words offers for taking them out, a quote and a clip, and the keys for it. */
export function useTakingOut(transcript: Transcript): SelectionAction[] {
  const { id, timestampedTranscript: segments } = transcript;
  const queryClient = useQueryClient();
  const { open } = useClipRequest();

  function rangeOf(selected: SelectedText): TimeRange | null {
    // The text has fetched the words, and fetches them again after edits.
    return rangeOfSelected(segments, queryClient.getQueryData(wordsQuery(id).queryKey), selected);
  }

  async function copyQuote(selected: SelectedText): Promise<void> {
    const passages = passagesBetween(transcript, selected);
    const range = rangeOf(selected);
    if (passages.length === 0 || !range) return;
    const url = location.origin + transcriptPath(id, range.start, range.end);
    const quote = { passages, start: range.start, url };
    try {
      await copyRichText({ text: quoteText(quote), html: quoteHtml(quote) });
      toast({ title: 'Quote copied' });
    } catch {
      toast({ title: 'Error', description: 'Failed to copy quote', variant: 'destructive' });
    }
  }

  function makeClip(selected: SelectedText): void {
    const range = rangeOf(selected);
    if (range) open(range);
  }

  function withWords(run: (words: SelectedText) => void): void {
    const chosen = selectedText() ?? activeRow();
    if (chosen) run(chosen);
    else toast(SELECT_FIRST);
  }

  useKeyCommands({
    quote: () => withWords((words) => void copyQuote(words)),
    clip: () => withWords(makeClip),
  });

  return [
    {
      label: 'Copy quote',
      icon: <TextQuote aria-hidden="true" />,
      group: 'take out',
      run: (selected) => void copyQuote(selected),
    },
    {
      label: 'Make a clip',
      icon: <Scissors aria-hidden="true" />,
      group: 'take out',
      run: makeClip,
    },
  ];
}
