import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as TestingLibrary from '@testing-library/dom';
import { registerNewcomer } from '../../../infra/journeys/client.ts';
import { eventually } from '../../../libs/testing/src/conditions.ts';

export interface Engine {
  goto(url: string): Promise<void>;
  /** Runs an expression in the page and awaits its promise. @returns a value that JSON can hold */
  evaluate(expression: string): Promise<unknown>;
  press(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  chooseFile(path: string): Promise<void>;
  screenshot(path: string): Promise<void>;
  close(): Promise<void>;
}

/** Selects an element by role and accessible name, by label or by text. A string must match completely. */
export interface Target {
  readonly role?: string;
  readonly name?: string | RegExp;
  readonly label?: string;
  readonly text?: string | RegExp;
  readonly within?: Target;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

declare global {
  interface Window {
    TestingLibraryDom?: typeof TestingLibrary;
    toasts?: Set<Element>;
  }
}

// Longer than a busy machine needs. Only an endless wait reaches this limit.
const limitMs = 60_000;
const testingLibrary = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);

/** Runs in the page. @returns the first visible match */
const find = (target: Target): HTMLElement | null => {
  const library = window.TestingLibraryDom!;
  const all = ({ role, name, label, text, within }: Target): HTMLElement[] =>
    (within ? all(within) : [document.body]).flatMap((root) => {
      if (role !== undefined) return library.queryAllByRole(root, role, { name });
      return label === undefined ? library.queryAllByText(root, text ?? '') : library.queryAllByLabelText(root, label);
    });
  return all(target).find((element) => element.checkVisibility({ visibilityProperty: true })) ?? null;
};

/** Runs in the page. @returns a point of the element, or null while the element moves or is covered */
const restingPoint = async (element: HTMLElement | null, across: number, scrolls: boolean): Promise<Point | null> => {
  if (!element || element.matches(':disabled')) return null;
  const box = () => element.getClientRects()[0] ?? new DOMRect();
  const isInside = ({ top, bottom }: DOMRect) => top >= 0 && bottom <= innerHeight;
  if (scrolls && !isInside(box())) element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const before = box();
  for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  const { left, top, width, height } = box();
  if (left !== before.left || top !== before.top || height === 0) return null;
  const [x, y] = [left + width * across, top + height / 2];
  const hit = document.elementFromPoint(x, y);
  if (element.contains(hit)) return { x, y };
  // A bar may cover an element at the edge of the view.
  if (scrolls) element.scrollIntoView({ block: 'center', behavior: 'instant' });
  return null;
};

/** Runs in the page. Records every toast, because on a busy machine a toast may be gone before the test looks. */
const recordToasts = (): void => {
  const toasts = new Set<Element>();
  window.toasts = toasts;
  const note = () => {
    for (const toast of document.querySelectorAll('.toast')) toasts.add(toast);
  };
  new MutationObserver(note).observe(document, { childList: true, subtree: true });
};

const source = (value: unknown): string =>
  value instanceof RegExp
    ? String(value)
    : typeof value === 'object' && value !== null
      ? `{${Object.entries(value).map(([key, part]) => `${key}: ${source(part)}`)}}`
      : (JSON.stringify(value) ?? 'undefined');

export class Screen {
  readonly engine: Engine;
  readonly base: string;

  constructor(engine: Engine, base: string) {
    this.engine = engine;
    this.base = base;
  }

  /** Loads the page and begins to record its toasts, for `waitForToast`. */
  async open(path: string): Promise<void> {
    await this.engine.goto(this.base + path);
    await this.evaluate(recordToasts);
  }

  /** Registers by API and signs in. Marks levels as shown, because their dialog would cover controls. */
  async registerAndSignIn() {
    const person = await registerNewcomer(this.base, 'engine');
    await this.signIn(person.user.username, 'a long enough password', person.user.id);
    return person;
  }

  /** Signs in without the form. `id` is the account whose level dialogs must not appear. */
  async signIn(username: string, password: string, id?: string): Promise<void> {
    await this.engine.goto(`${this.base}/robots.txt`);
    const answers = async (account: object, key: string) => {
      localStorage.setItem(key, '10');
      const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
      return (await fetch('/api/auth/login', { method: 'POST', body: JSON.stringify(account), headers })).ok;
    };
    await this.until('the session', () => this.evaluate(answers, { username, password }, `level-shown:${id}`));
  }

  evaluate<A extends unknown[], T>(act: (...args: A) => T, ...args: A): Promise<Awaited<T>> {
    return this.engine.evaluate(`(${act})(${args.map(source)})`) as Promise<Awaited<T>>;
  }

  /** Repeats `look` until it finds something. @throws when `look` finds nothing within the limit */
  async until<T>(what: string, look: () => Promise<T | null | false | undefined>): Promise<T> {
    let found: T | null | false | undefined;
    const isFound = async () => {
      // A navigation of the page makes `look` fail. The next attempt finds the new page.
      found = await look().catch(() => undefined);
      return Boolean(found);
    };
    await eventually(what, isFound, limitMs);
    return found as T;
  }

  pointOf(target: Target, { across = 0.5, scrolls = false } = {}): Promise<Point> {
    return this.until<Point>(source(target), () => this.#on(target, restingPoint, across, scrolls));
  }

  /** @param across where to press, from 0 at the left edge to 1 at the right edge. @returns the pressed point */
  async press(target: Target, across?: number): Promise<Point> {
    const at = await this.pointOf(target, { across, scrolls: true });
    await this.engine.press(at.x, at.y);
    return at;
  }

  /** Replaces the whole text of a field. */
  async fill(target: Target, text: string): Promise<void> {
    await this.press(target);
    await this.#on(target, (field) => (field as HTMLInputElement).select());
    await this.engine.type(text);
  }

  async waitFor(target: Target): Promise<void> {
    await this.until(source(target), () => this.#on(target, (element) => element !== null));
  }

  async waitUntilGone(target: Target): Promise<void> {
    await this.until(`no ${source(target)}`, () => this.#on(target, (element) => element === null));
  }

  /** Scrolls down until the target exists in the page, as in a list that loads more. */
  async scrollTo(target: Target): Promise<void> {
    await this.until(source(target), async () => {
      await this.evaluate(() => scrollBy(0, 300));
      return this.#on(target, (element) => element !== null);
    });
  }

  async waitForToast(text: string): Promise<void> {
    await this.until(`toast ${text}`, () =>
      this.evaluate((wanted) => [...(window.toasts ?? [])].some((toast) => toast.textContent.includes(wanted)), text),
    );
  }

  async #on<A extends unknown[], T>(
    target: Target,
    act: (element: HTMLElement | null, ...args: A) => T | Promise<T>,
    ...args: A
  ): Promise<T> {
    const isLoaded = await this.evaluate(() => window.TestingLibraryDom !== undefined);
    if (!isLoaded) await this.engine.evaluate(`(() => {${testingLibrary}\n})()`);
    const values = [`(${find})(${source(target)})`, ...args.map(source)];
    return (await this.engine.evaluate(`(${act})(${values})`)) as T;
  }
}
