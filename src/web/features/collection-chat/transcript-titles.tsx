const SHOWN = 3;

/** The first titles of the transcripts that answers are based on, and the number of the others. */
export function TranscriptTitles({ titles, count }: { titles: readonly string[]; count: number }) {
  if (titles.length === 0) return null;
  const shown = titles.slice(0, SHOWN);
  const more = Math.max(count, titles.length) - shown.length;
  return (
    <ul aria-label="Transcripts in this chat" className="flex flex-wrap gap-1.5 text-xs text-quiet">
      {shown.map((title, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two transcripts can have the same title.
        <li key={index} dir="auto" title={title} className="max-w-56 truncate rounded-md bg-sunken px-2 py-1">
          {title}
        </li>
      ))}
      {more > 0 && <li className="px-1 py-1">+{more.toLocaleString('en')} more</li>}
    </ul>
  );
}
