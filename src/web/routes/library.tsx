import { MessagesSquare } from 'lucide-react';
import { Link } from 'wouter';
import { LibraryList } from '#web/features/transcripts/library/library-list.tsx';
import { useDocumentTitle } from '#web/lib/document-title.ts';
import { lazily } from '#web/lib/lazily.tsx';
import { ASK_PATH } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';

const AddDialog = lazily(async () => (await import('#web/features/projects/add-dialog.tsx')).AddDialog);

/** The page with all transcripts of the user. */
export function LibraryPage() {
  useDocumentTitle('Library');
  return (
    <div className="mx-auto max-w-5xl px-4 pt-8 sm:px-6 sm:pt-10">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-2xl font-semibold sm:text-3xl">Transcript Library</h1>
        <Button asChild variant="outline">
          <Link href={ASK_PATH}>
            <MessagesSquare aria-hidden="true" />
            Ask your library
          </Link>
        </Button>
      </div>
      <LibraryList renderAdd={(adding) => <AddDialog {...adding} />} />
    </div>
  );
}
