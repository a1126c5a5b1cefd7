import axe from 'axe-core';
import { expect, onTestFinished, vi } from 'vitest';
import { STANDSTILL_MS } from '#tests/support/browser.ts';
import type { Session } from '#tests/support/webdriver.ts';
import { launchWebKit } from '#tests/support/webkit.ts';
import { savedInFolder } from './playwright.ts';
import type { Point, Role, Screen, StoryBrowser, Target } from './screen.ts';

export const WEBKIT: StoryBrowser = {
  name: 'WebKit',
  launch: async (folder) => {
    const session = await launchWebKit(folder);
    onTestFinished(async () => expect(await session.run(readComplaints)).toBe(null));
    await session.resize({ width: 1280, height: 900 });
    return openScreen(session, folder);
  },
};

function openScreen(session: Session, folder: string): Screen {
  const waitFor = <Found>(look: () => Promise<Found | null>, what: unknown) =>
    vi.waitFor(
      async () => {
        const found = await look();
        if (found === null) throw new Error(`Not there: ${JSON.stringify(what)}`);
        return found;
      },
      { timeout: STANDSTILL_MS },
    );
  const find = async (target: Target) => {
    if (!(await session.run(() => 'axe' in globalThis))) {
      await session.run(noteComplaints);
      await session.runScript(axe.source);
    }
    return session.find(findElement, plain(target));
  };
  /** Clicks when the place has stayed where it is from one look to the next, and nothing covers it. */
  const clickWhenStill = async (look: () => Promise<Point | null>, what: unknown) => {
    let before: Point | null = null;
    const point = await waitFor(async () => {
      const now = await look();
      const isStill = now !== null && now.x === before?.x && now.y === before.y;
      before = now;
      return isStill ? now : null;
    }, what);
    await session.clickAt(point);
  };
  return {
    open: (url) => session.goTo(url),
    click: (target) =>
      clickWhenStill(async () => {
        await find(target);
        return session.run(placeOf, null, 0, false);
      }, target),
    clickTextOf: (selector, nth) => clickWhenStill(() => session.run(placeOf, selector, nth, true), selector),
    clickAt: (point, times) => session.clickAt(point, times),
    drag: (from, to) => session.drag(from, to),
    type: (text) => session.pressKeys([...text]),
    press: (chord) => session.pressKeys([chord]),
    chooseFile: async (label, path) => {
      const target = { name: label };
      await session.chooseFile(await waitFor(() => find(target), target), path);
    },
    waitFor: async (target) => {
      await waitFor(() => find(target), target);
    },
    waitForNone: async (target) => {
      await vi.waitUntil(async () => (await find(target)) === null, { timeout: STANDSTILL_MS });
    },
    valueOf: async (target) => {
      await waitFor(() => find(target), target);
      return session.run(() => (Reflect.get(globalThis, 'found') as HTMLInputElement).value);
    },
    textOf: async (target) => {
      await waitFor(() => find(target), target);
      return session.run(() => (Reflect.get(globalThis, 'found') as HTMLElement).innerText);
    },
    evaluate: (body, ...args) => session.run(body, ...args),
    savedFile: (name, act) => savedInFolder(folder, name, act),
  };
}

/** Runs in the page: keeps errors for `readComplaints`, also for when the page has been left. The driver reports none. */
function noteComplaints(): void {
  const note = (what: unknown) => {
    const earlier = sessionStorage.getItem('complaints') ?? '';
    sessionStorage.setItem('complaints', `${earlier}${what}\n`);
  };
  addEventListener('error', ({ message }) => note(message));
  addEventListener('unhandledrejection', ({ reason }) => note(reason));
}

function readComplaints(): string | null {
  return sessionStorage.getItem('complaints');
}

/** A target as JSON. */
interface PlainTarget {
  role: Role | null;
  name: Wanted | null;
  text: Wanted | null;
  nth: number;
}

/** A whole name or a part of a text, or an expression as source and flags. */
type Wanted = string | [source: string, flags: string];

function plain({ role, name, text, nth = 0 }: Target): PlainTarget {
  const wanted = (what: string | RegExp | undefined): Wanted | null =>
    what instanceof RegExp ? [what.source, what.flags] : (what ?? null);
  return { role: role ?? null, name: wanted(name), text: wanted(text), nth };
}

/** What axe offers inside the page besides its checks. */
interface Axe {
  setup(): void;
  teardown(): void;
  commons: {
    aria: { getRole(element: Element): string | null };
    dom: { isVisibleToScreenReaders(element: Element): boolean };
    text: { accessibleText(element: Element): string };
  };
}

/** Runs in the page: finds an element by the roles and names that axe computes, and keeps it as `found`. */
function findElement({ role, name, text, nth }: PlainTarget): Element | null {
  const { axe } = globalThis as unknown as { axe: Axe };
  const { aria, dom, text: names } = axe.commons;
  const single = (spaced: string) => spaced.replaceAll(/\s+/g, ' ').trim();
  const isNamed = (actual: string) =>
    typeof name === 'string' ? actual === name : name === null || new RegExp(...name).test(actual);
  const contains = (actual: string) =>
    typeof text === 'string' ? actual.includes(text) : text === null || new RegExp(...text).test(actual);
  const candidates = document.querySelectorAll<HTMLElement>(role === null ? 'input, textarea, select' : '*');
  axe.setup();
  try {
    const all = [...candidates].filter(
      (element) =>
        (role === null || (aria.getRole(element) === role && dom.isVisibleToScreenReaders(element))) &&
        (role === null || element.getClientRects().length > 0) &&
        isNamed(single(names.accessibleText(element))) &&
        contains(single(element.textContent ?? '')),
    );
    const found = all[nth] ?? null;
    Reflect.set(globalThis, 'found', found);
    return found;
  } finally {
    axe.teardown();
  }
}

/** Runs in the page: where to click the last found element, or the one of a selector; null while it is not there or something covers it. */
function placeOf(selector: string | null, nth: number, isAtStart: boolean): Point | null {
  const element =
    selector === null ? Reflect.get(globalThis, 'found') : document.querySelectorAll(selector)[nth];
  if (!(element instanceof Element) || !element.isConnected) return null;
  const isInside = ({ top, bottom }: DOMRect) => top >= 0 && bottom <= innerHeight;
  if (!isInside(element.getBoundingClientRect()))
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const box = element.getBoundingClientRect();
  const point = isAtStart
    ? { x: box.x + 4, y: box.y + 10 }
    : { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const top = document.elementFromPoint(point.x, point.y);
  return top && (element.contains(top) || top.contains(element)) ? point : null;
}
