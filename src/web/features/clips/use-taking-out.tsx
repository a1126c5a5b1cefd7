import { Scissors } from 'lucide-react';
import type { Transcript } from '#contract/transcripts.ts';
import { transcriptPath } from '#web/lib/paths.ts';
import { useClipRequest } from '#web/lib/use-clip-request.ts';
import type { RecordingRef } from '#web/player/recording-ref.ts';
import { useKeyCommands } from '#web/player/use-key-commands.ts';
import { withChosenWords } from '#web/reading/active-row.ts';
import type { SelectionAction } from '#web/reading/selection-toolbar.tsx';
import { useQuoting, useRangeOf } from '#web/reading/use-quoting.tsx';
import type { SelectedText } from '#web/reading/use-text-selection.ts';

/** What the toolbar at selected words offers for taking them out, a quote and a clip, and the keys for it. */
export function useTakingOut(transcript: Transcript): SelectionAction[] {
  const { id } = transcript;
  const recording: RecordingRef = { kind: 'own', id };
  const rangeOf = useRangeOf(recording, transcript);
  const quote = useQuoting(recording, transcript, transcriptPath(id));
  const { open } = useClipRequest();

  function makeClip(selected: SelectedText): void {
    const range = rangeOf(selected);
    if (range) open(range);
  }

  useKeyCommands({ clip: () => withChosenWords(makeClip) });

  return [
    quote,
    {
      label: 'Make a clip',
      icon: <Scissors aria-hidden="true" />,
      group: 'take out',
      run: makeClip,
    },
  ];
}
