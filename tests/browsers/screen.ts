/** An element as a person would name it: what it is, and its accessible name or visible text. */
export interface Target {
  /** Its ARIA role; without one, it is the field with this name. */
  role?: Role;
  /** Its whole accessible name, or a part of it. */
  name?: string | RegExp;
  /** A text that it contains. */
  text?: string | RegExp;
  /** Which of several, from 0. */
  nth?: number;
}

export type Role =
  | 'button'
  | 'dialog'
  | 'heading'
  | 'link'
  | 'log'
  | 'menuitem'
  | 'status'
  | 'tab'
  | 'textbox'
  | 'timer';

/** In CSS pixels from the top left of the window. */
export interface Point {
  x: number;
  y: number;
}

/**
 * A window of a browser, with what the story does in it, so that one text tells the story for all engines. Everything waits until it is possible, and fails
 * after a minute. Keys and clicks are real ones.
 */
export interface Screen {
  open(url: string): Promise<void>;
  click(target: Target): Promise<void>;
  /** Clicks the first letters of the element that a selector finds. */
  clickTextOf(selector: string, nth: number): Promise<void>;
  /** Clicks a point of the window, so many times in a row. */
  clickAt(point: Point, times?: number): Promise<void>;
  /** Presses the mouse at a point of the window, and releases it at another one. */
  drag(from: Point, to: Point): Promise<void>;
  /** Types letter by letter into whatever has the focus. */
  type(text: string): Promise<void>;
  /** Presses a key or chord, such as 'Control+h'. */
  press(chord: string): Promise<void>;
  /** Chooses a file in the field with this label. */
  chooseFile(label: string, path: string): Promise<void>;
  /** Waits until it is visible. */
  waitFor(target: Target): Promise<void>;
  /** Waits until none is there. */
  waitForNone(target: Target): Promise<void>;
  /** What a field contains. */
  valueOf(target: Target): Promise<string>;
  textOf(target: Target): Promise<string>;
  /** Runs a function in the page that needs nothing from outside but its arguments, and returns its result; both are JSON. */
  evaluate<Args extends unknown[], Result>(body: (...args: Args) => Result, ...args: Args): Promise<Result>;
  /** Does what makes the browser save a file of this name, and returns its text. */
  savedFile(name: string, act: () => Promise<void>): Promise<string>;
}

/** A browser in which the story is told. */
export interface StoryBrowser {
  name: string;
  /** Opens a window. Files that it saves go to the folder, if they can be read only there. Everything is closed when the test ends, which fails if the page has logged an error. */
  launch(folder: string): Promise<Screen>;
}
