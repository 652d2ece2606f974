import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';

export const PHONE = { width: 390, height: 844 };

const registered = [];

/** Adds a test to the suite; `run.mjs` runs them in the order they were added. */
export function test(name, run) {
  registered.push({ name, run });
}

export const tests = () => registered;

/** What a test is given: phones, people and the page's address. */
export class Stage {
  #contexts = [];

  constructor(browser, base) {
    this.browser = browser;
    this.base = base;
  }

  /** A phone of its own: cookies, storage and page, not signed in. What the page throws makes the test fail. */
  async phone({ theme = 'dark', ...options } = {}) {
    const context = await this.browser.newContext({ viewport: PHONE, baseURL: this.base, ...options });
    context.setDefaultTimeout(15_000);
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: this.base });
    await context.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
    const page = await context.newPage();
    const thrown = [];
    page.on('pageerror', (error) => thrown.push(error));
    page.on('console', (line) => {
      if (line.type() === 'error' && /Content Security Policy|Minified React|Warning:/.test(line.text()))
        thrown.push(new Error(line.text()));
    });
    this.#contexts.push({ context, thrown });
    return page;
  }

  /** A phone whose owner has just registered, through the API. */
  async member(options) {
    const page = await this.phone(options);
    const username = newName();
    const user = await this.call(page, 'POST', '/api/auth/register', { username, password: 'secret1', isCreator: false });
    page.member = user;
    return page;
  }

  /** A call of the page's own session. @returns the parsed body */
  async call(page, method, path, data) {
    const response = await page.request.fetch(path, { method, data, headers: { 'Idempotency-Key': randomBytes(12).toString('hex') } });
    assert.ok(response.ok(), `${method} ${path}: ${response.status()} ${await response.text()}`);
    return response.json();
  }

  ask(page, question) {
    return this.call(page, 'POST', '/api/questions', {
      description: null,
      isAnonymous: false,
      targetUserId: null,
      replyBoostThreshold: 0,
      ...question,
    });
  }

  say(page, question, content, more = {}) {
    return this.call(page, 'POST', '/api/discussions', { content, questionId: question.id, isAnonymous: false, ...more });
  }

  boost(page, question) {
    return this.call(page, 'POST', `/api/questions/${question.id}/boost`, { isBoosted: true });
  }

  async close() {
    const errors = this.#contexts.flatMap(({ thrown }) => thrown);
    for (const { context } of this.#contexts) await context.close();
    if (errors.length > 0) throw new AggregateError(errors, `The page threw: ${errors.map(({ message }) => message).join('; ')}`);
  }
}

export const newName = () => `e2e ${randomBytes(5).toString('hex')}`;

/** Waits until something is true of the page; the last failure is the reason when it never is. */
export async function eventually(check, within = 10_000) {
  const until = Date.now() + within;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Waits for a toast with this title. */
export const seesToast = (page, title) => page.getByRole('status').or(page.getByRole('alert')).getByText(title, { exact: true }).waitFor();

/** Whether what is typed now goes there. */
export const hasFocus = (locator) => locator.evaluate((element) => element === document.activeElement);

/** Waits until animations have ended, then lets axe look at the whole page. */
export async function isAccessible(page) {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  assert.deepEqual(found, [], `axe at ${page.url()}`);
}
