const BYTES = 16;

/** 128 random bits, base64url. Works on pages without https, too. */
export function randomId(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(BYTES))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
