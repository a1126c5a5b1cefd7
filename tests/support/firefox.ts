import { type Browser, firefox } from 'playwright-core';

const FIREFOX = '/usr/bin/firefox-esr';

/** Playwright's internals of a browser driven over WebDriver BiDi. */
interface Internals {
  _connection: { toImpl(browser: Browser): { _browserSession: Session } };
}
interface Session {
  send(method: string, params: unknown): Promise<unknown>;
}

/** Playwright sends this command in each new window, but Firefox ESR does not know it yet; the tests do not need it. */
const UNKNOWN = 'emulation.setMediaFeaturesOverride';

/**
 * Starts Debian's unmodified Firefox, headless. It is driven over WebDriver BiDi (`moz-firefox`). Files that the page creates and saves appear in the folder
 * under their names; Playwright reports no download event for them, because it gives them no id.
 */
export async function launchFirefox(downloadsPath: string): Promise<Browser> {
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: FIREFOX,
    firefoxUserPrefs: {
      // A mock audio device: without one, Firefox fails to play any recording.
      'media.cubeb.force_mock_context': true,
      // A microphone that hums, and that every page may use.
      'media.navigator.streams.fake': true,
      'media.navigator.permission.disabled': true,
    },
    env,
    downloadsPath,
  });
  const { _connection } = browser as unknown as Internals;
  const session = _connection.toImpl(browser)._browserSession;
  const send = session.send.bind(session);
  session.send = async (method, params) => (method === UNKNOWN ? undefined : send(method, params));
  return browser;
}
