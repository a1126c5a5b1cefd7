import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMegabytes } from '#web/lib/format.ts';
import { Button } from './button.tsx';

interface FileCardProps {
  file: Pick<File, 'name' | 'size'>;
  icon: ReactNode;
  /** Null while the file cannot be removed. */
  onRemove: (() => void) | null;
}

/** A card with the name and size of the chosen file. */
export function FileCard({ file, icon, onRemove }: FileCardProps) {
  return (
    <div className="flex items-center gap-4 rounded-xl bg-sunken p-4">
      <span
        className="grid size-11 shrink-0 place-items-center rounded-xl bg-brand-soft text-brand-ink [&_svg]:size-6"
        aria-hidden="true"
      >
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" dir="auto" title={file.name}>
          {file.name}
        </p>
        <p className="text-sm text-quiet tabular-nums">{formatMegabytes(file.size)}</p>
      </div>
      {onRemove && (
        <Button variant="ghost" size="icon" aria-label="Remove file" onClick={onRemove}>
          <X aria-hidden="true" />
        </Button>
      )}
    </div>
  );
}
