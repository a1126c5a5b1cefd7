/** The https address of an image from another site, because the page allows nothing else; null if it is not a web address. */
export function imageAddress(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  url.protocol = 'https:';
  return url.href;
}
