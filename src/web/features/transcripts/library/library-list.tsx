import { Download, FileText, FolderPlus, Library, Plus, RefreshCw, Search, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { TranscriptId } from '#contract/ids.ts';
import type { TranscriptListItem } from '#contract/transcripts.ts';
import { classNames } from '#web/lib/class-names.ts';
import { lazily } from '#web/lib/lazily.tsx';
import { useReadingOrder } from '#web/lib/reading-order.ts';
import { useSelected } from '#web/lib/use-selected.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, EmptyState } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { INPUT_CLASS } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { SelectionBar } from '#web/ui/selection-bar.tsx';
import { Skeleton } from '#web/ui/spinner.tsx';
import { useUnauthorized } from '#web/ui/use-unauthorized.ts';
import { Pages } from '../pages.tsx';
import { useTranscriptList } from '../use-history.ts';
import { type CardAction, LibraryCard } from './library-card.tsx';
import { useDeleteMany } from './use-delete-many.ts';
import { useLibrary } from './use-library.ts';
import { PAGE_SIZES, SORTS, STATUS_FILTERS, viewOf } from './view.ts';

const ShareDialog = lazily(async () => (await import('../sharing/share-dialog.tsx')).ShareTranscriptDialog);
const ExportDialog = lazily(async () => (await import('./export-dialog.tsx')).ExportDialog);

const ExportTogetherDialog = lazily(
  async () => (await import('#web/exports/export-together-dialog.tsx')).ExportTogetherDialog,
);

const PAGE_BUTTONS = 5;
const SIZE_OPTIONS = PAGE_SIZES.map((size) => ({ value: size, label: `${size} per page` }));

interface LibraryListProps {
  /** Renders the page's dialog that adds transcripts to a project. */
  renderAdd: (adding: {
    ids: readonly TranscriptId[];
    onClose: () => void;
    /** Called at the end with the transcripts that could not be added. */
    onAdded: (failed: readonly TranscriptId[]) => void;
  }) => ReactNode;
}

/** All transcripts of the user, page by page, with actions on several at once. */
export function LibraryList({ renderAdd }: LibraryListProps) {
  const library = useLibrary();
  const limit = Number(library.size);
  const list = useTranscriptList(library.page, limit);
  useUnauthorized(list.error);
  const { left, deleteMany } = useDeleteMany();
  const { selected, select, selectOnly } = useSelected<TranscriptId>();
  const [asked, setAsked] = useState<{ action: CardAction; item: TranscriptListItem } | null>(null);
  const [toDelete, setToDelete] = useState<readonly TranscriptId[]>([]);
  const [toAdd, setToAdd] = useState<readonly TranscriptId[]>([]);
  const [toExport, setToExport] = useState<readonly TranscriptListItem[]>([]);

  const items = list.data?.transcripts ?? [];
  const shown = viewOf(items, library.view);
  useReadingOrder(shown.map(({ id }) => id));
  const chosen = shown.filter(({ id }) => selected.has(id)).map(({ id }) => id);
  const { totalPages = 0, totalCount = 0 } = list.data?.pagination ?? {};
  // A deletion may empty the last page.
  if (totalPages > 0 && library.page > totalPages) library.setPage(totalPages);

  async function deleteAll() {
    const failed = await deleteMany(toDelete);
    selectOnly(failed);
  }

  return (
    <>
      <Filters library={library} />
      <Card aria-label="Transcripts" className="mt-4 overflow-hidden">
        {shown.length > 0 && (
          <SelectionBar
            total={shown.length}
            selected={chosen.length}
            busy={left > 0 ? `Deleting, ${left} to go` : undefined}
            onSelectAll={(isSelected) =>
              select(
                shown.map(({ id }) => id),
                isSelected,
              )
            }
          >
            <Button
              variant="outline"
              size="sm"
              onClick={() => setToExport(shown.filter(({ id }) => chosen.includes(id)))}
            >
              <Download aria-hidden="true" />
              Export…
            </Button>
            <Button variant="outline" size="sm" onClick={() => setToAdd(chosen)}>
              <FolderPlus aria-hidden="true" />
              Add to Project
            </Button>
            <Button variant="destructive" size="sm" onClick={() => setToDelete(chosen)}>
              <Trash2 aria-hidden="true" />
              Delete Selected
            </Button>
          </SelectionBar>
        )}
        {list.isPending && <LibrarySkeleton />}
        {list.isError && !list.data && (
          <EmptyState icon={<RefreshCw />} title="The list could not be loaded">
            <p>Please check your connection.</p>
            <Button variant="outline" size="sm" className="mt-3" onClick={() => void list.refetch()}>
              Try again
            </Button>
          </EmptyState>
        )}
        {list.data && shown.length === 0 && (
          <NothingFound isEmpty={totalCount === 0} onClear={library.clear} />
        )}
        <ul className={classNames('divide-y', list.isPlaceholderData && 'opacity-60')}>
          {shown.map((item) => (
            <LibraryCard
              key={item.id}
              item={item}
              isSelected={selected.has(item.id)}
              onSelect={(isSelected) => select([item.id], isSelected)}
              onAction={(action) => {
                if (action === 'delete') setToDelete([item.id]);
                else if (action === 'add') setToAdd([item.id]);
                else setAsked({ action, item });
              }}
            />
          ))}
        </ul>
      </Card>
      {totalCount > 0 && (
        <div className="mt-4 flex flex-wrap items-center justify-between gap-4">
          <p className="text-sm text-quiet tabular-nums">
            {`Showing ${(library.page - 1) * limit + 1} to ${Math.min(library.page * limit, totalCount)} of ${totalCount} transcripts`}
          </p>
          {totalPages > 1 && (
            <Pages
              label="Pages of the library"
              page={library.page}
              totalPages={totalPages}
              most={PAGE_BUTTONS}
              onChange={library.setPage}
            />
          )}
        </div>
      )}
      <ConfirmDialog
        open={toDelete.length > 0}
        onOpenChange={(open) => !open && setToDelete([])}
        title={toDelete.length === 1 ? 'Delete this transcript?' : 'Delete these transcripts?'}
        description={`Are you sure you want to delete ${toDelete.length} transcript(s)? This action cannot be undone.`}
        action="Delete"
        onConfirm={() => void deleteAll()}
      />
      {asked?.action === 'share' && (
        <ShareDialog transcript={asked.item} open onOpenChange={() => setAsked(null)} />
      )}
      {asked?.action === 'export' && (
        <ExportDialog transcript={asked.item} open onOpenChange={() => setAsked(null)} />
      )}
      {toExport.length > 0 && (
        <ExportTogetherDialog items={toExport} name="Transcripts" onClose={() => setToExport([])} />
      )}
      {toAdd.length > 0 &&
        renderAdd({
          ids: toAdd,
          onClose: () => setToAdd([]),
          onAdded: (failed) => {
            select(
              toAdd.filter((id) => !failed.includes(id)),
              false,
            );
            setToAdd([]);
          },
        })}
    </>
  );
}

function Filters({ library }: { library: ReturnType<typeof useLibrary> }) {
  const { view } = library;
  return (
    <search className="mt-6 block">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-[1fr_10rem_11rem_10rem]">
        <div className="relative col-span-2 lg:col-span-1">
          <Search
            className="pointer-events-none absolute top-3 left-3 size-4 text-quiet"
            aria-hidden="true"
          />
          <input
            type="search"
            aria-label="Search titles on this page"
            placeholder="Search titles…"
            value={view.query}
            onChange={(event) => library.setQuery(event.target.value)}
            className={classNames(INPUT_CLASS, 'h-10! pl-9')}
          />
        </div>
        <Select
          label="Status"
          isLabelHidden
          value={view.status}
          options={STATUS_FILTERS}
          onChange={library.setStatus}
        />
        <Select label="Sort" isLabelHidden value={view.sort} options={SORTS} onChange={library.setSort} />
        <Select
          label="Page size"
          isLabelHidden
          value={library.size}
          options={SIZE_OPTIONS}
          onChange={library.setSize}
        />
      </div>
      <p className="mt-2 text-sm text-quiet">Search, status and order apply to what is on this page.</p>
    </search>
  );
}

function NothingFound({ isEmpty, onClear }: { isEmpty: boolean; onClear: () => void }) {
  return (
    <EmptyState icon={isEmpty ? <Library /> : <FileText />} title="No transcripts found">
      {isEmpty ? (
        <>
          <p>Your transcripts are listed here.</p>
          <Button asChild className="mt-4">
            <Link href="/">
              <Plus aria-hidden="true" />
              Create Transcript
            </Link>
          </Button>
        </>
      ) : (
        <>
          <p>Nothing on this page matches.</p>
          <Button variant="outline" size="sm" className="mt-3" onClick={onClear}>
            Show all
          </Button>
        </>
      )}
    </EmptyState>
  );
}

function LibrarySkeleton() {
  return (
    <div role="status" className="divide-y">
      <span className="sr-only">Loading...</span>
      {['first', 'second', 'third', 'fourth'].map((key) => (
        <div key={key} className="space-y-2.5 px-5 py-5">
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-4 w-1/4" />
        </div>
      ))}
    </div>
  );
}
