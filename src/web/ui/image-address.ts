/** Where a picture from elsewhere is fetched: by https, as the page allows nothing else; null for what is no web address. */
export function imageAddress(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  url.protocol = 'https:';
  return url.href;
}
