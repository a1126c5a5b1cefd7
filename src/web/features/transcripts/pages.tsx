import { ChevronLeft, ChevronRight } from 'lucide-react';
import { pageButtons } from '#domain/paging.ts';
import { Button } from '#web/ui/button.tsx';

interface PagesProps {
  label: string;
  page: number;
  totalPages: number;
  /** The maximum number of page numbers shown. */
  most: number;
  onChange: (page: number) => void;
}

/** The page buttons of a list. */
export function Pages({ label, page, totalPages, most, onChange }: PagesProps) {
  return (
    <nav aria-label={label} className="flex items-center justify-center gap-1">
      <Button
        variant="ghost"
        size="icon"
        aria-label="Previous page"
        isIdle={page <= 1}
        onClick={() => onChange(page - 1)}
      >
        <ChevronLeft aria-hidden="true" />
      </Button>
      {pageButtons(page, totalPages, most).map((number) => (
        <Button
          key={number}
          variant={number === page ? 'secondary' : 'ghost'}
          className="min-w-10 px-2! tabular-nums"
          aria-label={`Page ${number}`}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onChange(number)}
        >
          {number}
        </Button>
      ))}
      <Button
        variant="ghost"
        size="icon"
        aria-label="Next page"
        isIdle={page >= totalPages}
        onClick={() => onChange(page + 1)}
      >
        <ChevronRight aria-hidden="true" />
      </Button>
    </nav>
  );
}
