/** Parameters that track where a reader came from and do not affect the content. */
const TRACKING =
  /^(?:utm_.*|mtm_.*|pk_.*|piwik_.*|hsa_.*|_hs.*|fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|yclid|twclid|ttclid|li_fat_id|igsh|igshid|mc_cid|mc_eid|mkt_tok|oly_anon_id|oly_enc_id|vero_id|wickedid|s_cid|ncid|cmpid|_ga|_gl|ref_src|ref_url|smid|xtor|at_medium|at_campaign)$/i;

/**
 * Parses an address that somebody typed or pasted; without a scheme it is a web address. Undefined if it is not an address. Does
 * not decide whether it may be fetched.
 */
export function readAddress(typed: string): URL | undefined {
  const text = typed.trim();
  // 'example.org:8080' has no scheme, though it looks as if it had.
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text);
  const address = hasScheme ? text : `https://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url) return undefined;
  // Nobody means a single word as an address.
  if (!hasScheme && !/[.\]]/.test(url.hostname)) return undefined;
  url.hash = '';
  return url;
}

/**
 * Normalizes all addresses of one page to the same string: without scheme, 'www.', fragment, tracking parameters and their order,
 * and the trailing slash.
 */
export function sameAddress(address: string | URL): string {
  const url = new URL(address);
  const host = url.hostname.replace(/^www\./, '').replace(/\.$/, '');
  const port = url.port === '' ? '' : `:${url.port}`;
  const parameters = [...url.searchParams]
    .filter(([name]) => !TRACKING.test(name))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort();
  const query = parameters.length > 0 ? `?${parameters.join('&')}` : '';
  return `${host}${port}${decoded(url.pathname).replace(/\/+$/, '')}${query}`;
}

/** Whether a page is a sign-in page, judging by its path. */
export function isSignInAddress(address: string): boolean {
  const { pathname } = new URL(address);
  return /(?:^|\/)(?:log-?in|sign-?in|sign_in|signon|anmelden|connexion|sso|wp-login\.php|login\.(?:php|aspx?|html?))\/?$/i.test(
    pathname,
  );
}

/** '%7e' and '~' are the same; what cannot be decoded stays. */
function decoded(path: string): string {
  try {
    return encodeURI(decodeURI(path));
  } catch {
    return path;
  }
}
