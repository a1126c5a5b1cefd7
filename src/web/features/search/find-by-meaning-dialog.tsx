import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import type { TranscriptId } from '#contract/ids.ts';
import { SEARCH_MAX_LENGTH, SIMILAR_MIN_LENGTH } from '#contract/limits.ts';
import type { findSimilar } from '#contract/search.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { INPUT_CLASS } from '#web/ui/field.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { similarQuery } from './data.ts';
import { SimilarPassageItem } from './similar-passage-item.tsx';

const DEBOUNCE_MS = 300;

interface FindByMeaningDialogProps {
  id: TranscriptId;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Goes to a moment of the recording. */
  onGoTo: (seconds: number) => void;
}

/** Finds the places of one transcript that mean something similar; choosing one goes there. */
export function FindByMeaningDialog({ id, open, onOpenChange, onGoTo }: FindByMeaningDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Find by meaning"
      description="Finds where something like it is said, whatever the words."
      width="medium"
    >
      <Places
        id={id}
        onGoTo={(seconds) => {
          onOpenChange(false);
          onGoTo(seconds);
        }}
      />
    </Dialog>
  );
}

function Places({ id, onGoTo }: Pick<FindByMeaningDialogProps, 'id' | 'onGoTo'>) {
  const field = useId();
  const [text, setText] = useState('');
  const trimmed = text.trim();
  const rested = useDebounced(trimmed, DEBOUNCE_MS);
  const isEnough = [...trimmed].length >= SIMILAR_MIN_LENGTH;
  const places = useQuery(similarQuery(isEnough ? rested : '', { transcriptId: id }));
  const note = isEnough ? noteOf(places) : '';
  return (
    <>
      <div className="relative mt-4">
        <label htmlFor={field} className="sr-only">
          What is said
        </label>
        <input
          id={field}
          type="search"
          autoComplete="off"
          value={text}
          maxLength={SEARCH_MAX_LENGTH}
          placeholder="What is said, in your own words"
          onChange={(event) => setText(event.target.value)}
          className={`${INPUT_CLASS} pr-10 pl-3`}
        />
        {isEnough && places.isFetching && <Spinner className="absolute top-3 right-3 text-quiet" />}
      </div>
      <p role="status" className={note === '' ? 'sr-only' : 'px-1 py-4 text-sm text-quiet'}>
        {note}
      </p>
      {isEnough && places.data && (
        <ul aria-label="Places" className="-mx-2 mt-3">
          {places.data.passages.map((passage) => (
            <li key={passage.segmentId}>
              <SimilarPassageItem passage={passage} title={null} onOpen={() => onGoTo(passage.start)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Why there are no places; empty if there are, or while that is not known. */
function noteOf({
  data,
  isError,
}: {
  data: OutputOf<typeof findSimilar> | undefined;
  isError: boolean;
}): string {
  if (isError) return 'The search failed. Please try again.';
  if (!data || data.passages.length > 0) return '';
  if (data.isReady) return 'Nothing like it is said here.';
  return 'This text cannot be searched by meaning: it is still being read, or in a language that is not known.';
}
