import { formatDateTime, formatRelative } from '#web/lib/format.ts';

/** How long ago, or in how long, a moment is; hovering shows the exact time. */
export function Ago({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={formatDateTime(iso)}>
      {formatRelative(Date.parse(iso), Date.now())}
    </time>
  );
}
