import { useQueryClient } from '@tanstack/react-query';
import { TextQuote } from 'lucide-react';
import { passagesBetween, quoteHtml, quoteText } from '#domain/exports/passage-quote.ts';
import type { TimeRange } from '#domain/timeline.ts';
import { copyRichText } from '#web/lib/copy-rich-text.ts';
import { withTimes } from '#web/lib/paths.ts';
import { wordsOf } from '#web/player/data.ts';
import type { PlayableTranscript } from '#web/player/playable-transcript.ts';
import type { RecordingRef } from '#web/player/recording-ref.ts';
import { rangeOfSelected } from '#web/player/selected-range.ts';
import { useKeyCommands } from '#web/player/use-key-commands.ts';
import { toast } from '#web/ui/toast-store.ts';
import { withChosenWords } from './active-row.ts';
import type { SelectionAction } from './selection-toolbar.tsx';
import type { SelectedText } from './use-text-selection.ts';

/** Finds out when selected words of a recording are said; null if their segments are gone. */
export function useRangeOf(
  recording: RecordingRef,
  { timestampedTranscript: segments }: PlayableTranscript,
): (selected: SelectedText) => TimeRange | null {
  const queryClient = useQueryClient();
  // The text has fetched the words, and fetches them again after edits.
  return (selected) =>
    rangeOfSelected(segments, queryClient.getQueryData(wordsOf(recording).queryKey), selected);
}

/**
 * Copying words with their speaker, their time and the link that plays them: an action of the toolbar at selected words, and its key.
 * `path` is that of the page which the reader is on.
 */
export function useQuoting(
  recording: RecordingRef,
  transcript: PlayableTranscript,
  path: string,
): SelectionAction {
  const rangeOf = useRangeOf(recording, transcript);

  async function copyQuote(selected: SelectedText): Promise<void> {
    const passages = passagesBetween(transcript, selected);
    const range = rangeOf(selected);
    if (passages.length === 0 || !range) return;
    const url = location.origin + withTimes(path, range.start, range.end);
    const quote = { passages, start: range.start, url };
    try {
      await copyRichText({ text: quoteText(quote), html: quoteHtml(quote) });
      toast({ title: 'Quote copied' });
    } catch {
      toast({ title: 'Error', description: 'Failed to copy quote', variant: 'destructive' });
    }
  }

  useKeyCommands({ quote: () => withChosenWords((words) => void copyQuote(words)) });

  return {
    label: 'Copy quote',
    icon: <TextQuote aria-hidden="true" />,
    group: 'take out',
    run: (selected) => void copyQuote(selected),
  };
}
