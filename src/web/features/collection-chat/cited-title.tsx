/** A title, truncated to fit into a sentence. */
export function CitedTitle({ title }: { title: string }) {
  return (
    <span dir="auto" className="max-w-40 truncate">
      {title}
    </span>
  );
}
