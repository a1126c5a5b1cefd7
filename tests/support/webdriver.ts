import { z } from 'zod';

/** The standard's key for an element in JSON. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** An element of the page, as `run` returns it. */
export interface ElementReference {
  [ELEMENT]: string;
}

interface Point {
  x: number;
  y: number;
}

/** A WebDriver session: the standard's commands over HTTP (https://www.w3.org/TR/webdriver2/), as far as the tests need them. */
export interface Session {
  goTo(url: string): Promise<void>;
  /** Makes the window as large as this, in CSS pixels with its frame. */
  resize(size: { width: number; height: number }): Promise<void>;
  /** Runs a function in the page; what it needs is in its arguments, and what it returns is JSON. */
  run<Args extends unknown[], Result>(body: (...args: Args) => Result, ...args: Args): Promise<Result>;
  /** Runs a function in the page that finds an element. */
  find<Args extends unknown[]>(
    body: (...args: Args) => Element | null,
    ...args: Args
  ): Promise<ElementReference | null>;
  /** Runs a script of statements in the page. */
  runScript(script: string): Promise<void>;
  /** Presses and releases keys; each entry is a character or a chord such as 'Control+h'. */
  pressKeys(chords: readonly string[]): Promise<void>;
  /** Moves the mouse to a point of the window, in CSS pixels, and clicks so many times. */
  clickAt(point: Point, times?: number): Promise<void>;
  /** Presses the mouse at a point of the window and releases it at another one. */
  drag(from: Point, to: Point): Promise<void>;
  /** Chooses a file in a field for files, which people would do in the system's dialog. */
  chooseFile(field: ElementReference, path: string): Promise<void>;
  end(): Promise<void>;
}

/** A command that the browser refused; the code is the standard's, such as 'no such element'. */
class WebDriverError extends Error {
  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.name = 'WebDriverError';
  }
}

/** The standard's code points for keys that write nothing. */
const KEYS: Record<string, string> = {
  Alt: '\uE00A',
  ArrowDown: '\uE015',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  ArrowUp: '\uE013',
  Backspace: '\uE003',
  Control: '\uE009',
  Delete: '\uE017',
  End: '\uE010',
  Enter: '\uE007',
  Escape: '\uE00C',
  Home: '\uE011',
  Shift: '\uE008',
  Tab: '\uE004',
};
const Opened = z.object({ sessionId: z.string() });
const Found = z.object({ [ELEMENT]: z.string() }).nullable();
const Refusal = z.object({ error: z.string(), message: z.string() });

/** Opens a session of the browser that the driver at this address starts with these capabilities. */
export async function openSession(driver: string, capabilities: Record<string, unknown>): Promise<Session> {
  const { sessionId } = Opened.parse(
    await send('POST', `${driver}/session`, { capabilities: { alwaysMatch: capabilities } }),
  );
  const path = `${driver}/session/${sessionId}`;
  const post = (command: string, body: unknown) => send('POST', `${path}/${command}`, body);
  const call = (body: unknown, args: unknown[]) =>
    post('execute/sync', { script: `return (${body})(...arguments)`, args });
  const act = async (device: Record<string, unknown>) => {
    await post('actions', { actions: [device] });
  };
  return {
    goTo: async (url) => {
      await post('url', { url });
    },
    // The answer is JSON of what the function returned; the standard has no types.
    // The function's type says what its JSON is.
    run: async (body, ...args) => (await call(body, args)) as never,
    find: async (body, ...args) => Found.parse(await call(body, args)),
    runScript: async (script) => {
      await post('execute/sync', { script, args: [] });
    },
    pressKeys: (chords) => act({ type: 'key', id: 'keyboard', actions: chords.flatMap(keyActions) }),
    clickAt: (point, times = 1) => {
      const clicks = Array.from({ length: times }, () => [DOWN, UP]);
      return act(mouse([moveTo(point), ...clicks.flat()]));
    },
    drag: (from, to) => {
      const steps = Array.from({ length: DRAG_STEPS }, (_, index) => (index + 1) / DRAG_STEPS);
      const on = (step: number) => ({
        x: from.x + step * (to.x - from.x),
        y: from.y + step * (to.y - from.y),
      });
      return act(mouse([moveTo(from), DOWN, ...steps.map((step) => moveTo(on(step))), UP]));
    },
    chooseFile: async (field, file) => {
      await post(`element/${field[ELEMENT]}/value`, { text: file });
    },
    resize: async (size) => {
      await post('window/rect', size);
    },
    end: async () => {
      await send('DELETE', path);
    },
  };
}

const DRAG_STEPS = 8;
const DOWN = { type: 'pointerDown', button: 0 };
const UP = { type: 'pointerUp', button: 0 };

const moveTo = ({ x, y }: Point) => ({
  type: 'pointerMove',
  origin: 'viewport',
  x: Math.round(x),
  y: Math.round(y),
  duration: 0,
});

const mouse = (actions: Record<string, unknown>[]) => ({
  type: 'pointer',
  id: 'mouse',
  parameters: { pointerType: 'mouse' },
  actions,
});

function keyActions(chord: string): { type: string; value: string }[] {
  const keys = (chord.length > 1 ? chord.split('+') : [chord]).map((key) => KEYS[key] ?? key);
  return [
    ...keys.map((value) => ({ type: 'keyDown', value })),
    ...keys.toReversed().map((value) => ({ type: 'keyUp', value })),
  ];
}

async function send(method: string, url: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { value } = z.object({ value: z.unknown() }).parse(await response.json());
  if (response.ok) return value;
  const { error, message } = Refusal.parse(value);
  throw new WebDriverError(error, message);
}
