/** Puts a text on the clipboard, plain and as HTML for programs that understand it. Rejects if the browser refuses. */
export async function copyRichText({ text, html }: { text: string; html: string }): Promise<void> {
  // Not every browser has it.
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(text);
  const blobOf = (type: string, content: string) => ({ [type]: new Blob([content], { type }) });
  const item = new ClipboardItem({ ...blobOf('text/plain', text), ...blobOf('text/html', html) });
  await navigator.clipboard.write([item]);
}
