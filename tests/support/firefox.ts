import { type Browser, firefox } from 'playwright-core';

const FIREFOX = '/usr/bin/firefox-esr';

/** What Playwright keeps to itself of a browser that it speaks WebDriver BiDi with. */
interface Internals {
  _connection: { toImpl(browser: Browser): { _browserSession: Session } };
}
interface Session {
  send(method: string, params: unknown): Promise<unknown>;
}

/** Asked for by Playwright in each new window, and not yet known to Firefox ESR; the tests choose no theme in this way. */
const UNKNOWN = 'emulation.setMediaFeaturesOverride';

/**
 * Debian's Firefox as it is, without a window: it is driven by WebDriver BiDi, which is what `moz-firefox` stands for. What the page makes and saves comes
 * into the folder by its name; Playwright does not tell of it, as it has no number.
 */
export async function launchFirefox(downloadsPath: string): Promise<Browser> {
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: FIREFOX,
    // A sound card that is none: without any, Firefox fails each recording that it plays.
    firefoxUserPrefs: { 'media.cubeb.force_mock_context': true },
    env,
    downloadsPath,
  });
  const { _connection } = browser as unknown as Internals;
  const session = _connection.toImpl(browser)._browserSession;
  const send = session.send.bind(session);
  session.send = async (method, params) => (method === UNKNOWN ? undefined : send(method, params));
  return browser;
}
