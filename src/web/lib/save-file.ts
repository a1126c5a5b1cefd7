/** Downloads a file under a name. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads from the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
