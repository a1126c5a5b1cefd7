/** A citation whose source no longer exists, as plain text. */
export function GoneCitation({ words, note }: { words: string; note: string }) {
  return (
    <span className="mx-0.5 text-[0.8125em] text-quiet">
      <span dir="auto">{words}</span> ({note})
    </span>
  );
}
