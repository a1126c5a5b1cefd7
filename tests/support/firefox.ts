import { type Browser, firefox, type Page } from 'playwright-core';

const FIREFOX = '/usr/bin/firefox-esr';

/** Playwright's internals of a browser driven over WebDriver BiDi. */
interface Internals<Public, Inner> {
  _connection: { toImpl(object: Public): Inner };
}
interface Session {
  send(method: string, params: unknown): Promise<unknown>;
}
type BrowserInternals = Internals<Browser, { _browserSession: Session }>;
type PageInternals = Internals<Page, { mouse: { _raw: { _session: Session & { sessionId: string } } } }>;

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
  const { _connection } = browser as unknown as BrowserInternals;
  const session = _connection.toImpl(browser)._browserSession;
  const send = session.send.bind(session);
  session.send = async (method, params) => (method === UNKNOWN ? undefined : send(method, params));
  return browser;
}

/** Clicks a point so many times in a row. Playwright sends each click alone, and Firefox counts only those that are sent together. */
export async function clickTimes(
  page: Page,
  { x, y }: { x: number; y: number },
  times: number,
): Promise<void> {
  const { _connection } = page as unknown as PageInternals;
  const session = _connection.toImpl(page).mouse._raw._session;
  const clicks = Array.from({ length: times }, () => [
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ]);
  await session.send('input.performActions', {
    context: session.sessionId,
    actions: [
      {
        type: 'pointer',
        id: 'pw_mouse',
        parameters: { pointerType: 'mouse' },
        actions: [{ type: 'pointerMove', x: Math.floor(x), y: Math.floor(y) }, ...clicks.flat()],
      },
    ],
  });
}
