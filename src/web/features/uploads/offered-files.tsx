import { X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import type { Found, FoundFile } from './queue/admit.ts';
import { type DroppedItem, findDropped } from './queue/find-files.ts';
import { addToQueue } from './queue/page-queue.ts';

interface Offer {
  found: readonly Found[];
  /** Whether they came with a file that was selected. */
  isMore: boolean;
}

/** The files that were dropped into the zone for one recording besides that one. */
export function useOfferedFiles() {
  const [offer, setOffer] = useState<Offer | null>(null);
  return {
    offer,
    clear: () => setOffer(null),
    /** Takes what was dropped, and returns the first file: that is the one for the zone. */
    give(items: readonly DroppedItem[]): File | undefined {
      const first = items.findIndex(({ file }) => file !== null);
      const others = items.toSpliced(first, first < 0 ? 0 : 1);
      setOffer(null);
      if (others.length > 0)
        void findAll(others).then((found) => found.some(isFile) && setOffer({ found, isMore: first >= 0 }));
      return items[first]?.file ?? undefined;
    },
  };
}

/** The line that offers to put the other files into the queue. */
export function OfferedFiles({ offer, onDone }: { offer: Offer; onDone: () => void }) {
  const found = offer.found.filter(isFile);
  const count = found.length;
  const only = count === 1 && !offer.isMore ? found[0] : undefined;
  const files =
    only?.file.name ??
    `${count.toLocaleString('en')} ${offer.isMore ? 'more ' : ''}${count === 1 ? 'file' : 'files'}`;
  return (
    <div className="flex items-center justify-between gap-2 rounded-lg bg-brand-soft px-3 py-1.5">
      <Button
        variant="link"
        size="sm"
        className="h-auto! shrink! py-1 text-left whitespace-normal!"
        onClick={() => {
          void addToQueue(again(offer.found));
          onDone();
        }}
      >
        {files}: add {count === 1 ? 'it' : 'them'} to the queue
      </Button>
      <Button variant="ghost" size="icon" className="size-8!" aria-label="Leave them out" onClick={onDone}>
        <X aria-hidden="true" />
      </Button>
    </div>
  );
}

function isFile(found: Found): found is FoundFile {
  return typeof found !== 'string';
}

async function findAll(items: readonly DroppedItem[]): Promise<Found[]> {
  const found: Found[] = [];
  for await (const each of findDropped(items)) found.push(each);
  return found;
}

async function* again(found: readonly Found[]): AsyncGenerator<Found> {
  yield* found;
}
