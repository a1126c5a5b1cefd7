/** As much of a title as has room within a sentence. */
export function CitedTitle({ title }: { title: string }) {
  return (
    <span dir="auto" className="max-w-40 truncate">
      {title}
    </span>
  );
}
