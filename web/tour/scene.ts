import { readFileSync } from 'node:fs';
import type { OwnUser, Question } from '@hearsay/contracts';
import type { Browser, Locator, Page, Route } from '@playwright/test';
import { type MemberPage, Stage } from '../e2e/suite.ts';

export interface Scene {
  readonly arrange: (tour: Tour) => Promise<Page>;
  readonly isWhole?: boolean;
  /** Taken during an animation, in one look only. */
  readonly isMoving?: boolean;
}

export type Scenes = Readonly<Record<string, Scene>>;

const actionLimitMs = 20_000;
export const nowhere = '0199ffff-0000-7000-8000-000000000000';

interface Login {
  readonly role: string;
  readonly username: string;
  readonly password: string;
}

export class Tour extends Stage {
  readonly #permissions: string[];

  constructor(browser: Browser, base: string, permissions: string[]) {
    super(browser, base);
    this.#permissions = permissions;
  }

  override async phone(options: Parameters<Stage['phone']>[0] = {}): Promise<Page> {
    const page = await super.phone({ baseURL: this.base, permissions: this.#permissions, ...options });
    page.setDefaultTimeout(actionLimitMs);
    return page;
  }

  async signedIn(username: string, password: string): Promise<MemberPage> {
    const page = await this.phone();
    const member = await this.call<OwnUser>(page, 'POST', '/api/auth/login', { username, password });
    return Object.assign(page, { member });
  }

  async open<P extends Page>(page: P, path: string, isComplete = true): Promise<P> {
    await page.goto(path);
    await page.getByRole('main').locator('h1, [role=alert]:not(:empty)').first().waitFor();
    if (isComplete) await page.getByText(/^Loading/).waitFor({ state: 'detached' });
    return page;
  }

  async question(page: Page, isWanted: (question: Question) => boolean): Promise<Question> {
    for (const sort of ['trending', 'recent', 'engagement']) {
      const items = await this.call<Question[]>(page, 'GET', `/api/feed?sortBy=${sort}&page=1&limit=50`);
      const found = items.find((item) => item.kind === 'question' && isWanted(item));
      if (found) return found;
    }
    throw new Error('The seeded community has no such question');
  }

  async pending(asker: Page, target: MemberPage, title: string, isAnonymous = false): Promise<Question> {
    const question = await this.ask(asker, { title, targetUserId: target.member.id, isAnonymous });
    const path = `/api/users/${target.member.id}/pending-questions`;
    await this.answers<Question[]>(target, path, (waiting) => waiting.some(({ id }) => id === question.id));
    return question;
  }
}

export type Who<P extends Page = Page> = (tour: Tour) => Promise<P>;
export const visitor: Who = (tour) => tour.phone();
export const newcomer: Who<MemberPage> = (tour) => tour.member();
const login = (role: string): Who<MemberPage> => {
  return (tour) => {
    const logins = JSON.parse(readFileSync(process.env.LOGINS_FILE ?? '', 'utf8')) as Login[];
    const found = logins.find((each) => each.role === role);
    if (!found) throw new Error(`The seeded community has no ${role}`);
    return tour.signedIn(found.username, found.password);
  };
};
export const fan = login('fan');
export const ambassador = login('ambassador');
export const spotlight = login('spotlight');

export type Find = (within: Page | Locator) => Locator;
type Role = Parameters<Page['getByRole']>[0];
type Name = string | RegExp;
export const role =
  (kind: Role, name?: Name, exact = false): Find =>
  (within) =>
    within.getByRole(kind, name === undefined ? {} : { name, exact });
export const button = (name: Name, exact = false): Find => role('button', name, exact);
export const tab = (name: Name): Find => role('tab', name);
export const label =
  (name: string, exact = false): Find =>
  (within) =>
    within.getByLabel(name, { exact });
export const text =
  (words: Name, exact = false): Find =>
  (within) =>
    within.getByText(words, { exact });
export const css =
  (selector: string): Find =>
  (within) =>
    within.locator(selector);
export const inside =
  (outer: Find, inner: Find): Find =>
  (within) =>
    inner(outer(within).first());
export const article = role('article');
export const dialog = role('dialog');

export interface Step {
  readonly run: (page: Page, tour: Tour) => Promise<unknown>;
  readonly isFirst?: boolean;
  /** A read stays unanswered, so the page never completes. */
  readonly isEndless?: boolean;
}

const at = (find: Find, page: Page): Locator => find(page).first();
export const act = (run: Step['run']): Step => ({ run });
export const click = (find: Find): Step => act((page) => at(find, page).click());
export const fill = (find: Find, words: string): Step => act((page) => at(find, page).fill(words));
export const see = (find: Find): Step => act((page) => at(find, page).waitFor());
export const scrollTo = (find: Find): Step => act((page) => at(find, page).scrollIntoViewIfNeeded());
export const offline = act((page) => page.context().setOffline(true));
export const wait = (ms: number): Step => act((page) => page.waitForTimeout(ms));

type Pattern = string | RegExp;
export const hangs = (pattern: Pattern): Step => ({
  run: (page) => page.route(pattern, () => new Promise(() => undefined)),
  isFirst: true,
  isEndless: true,
});
const route = (pattern: Pattern, answer: (route: Route) => Promise<void>): Step => ({
  run: (page) => page.route(pattern, answer),
  isFirst: true,
});
/** A failure that a retry does not fix. */
export const fails = (pattern: Pattern, status = 400): Step =>
  route(pattern, (call) => call.fulfill({ status, contentType: 'application/json', body: '{}' }));
export const answers = (pattern: Pattern, body: unknown): Step =>
  route(pattern, (call) => call.fulfill({ contentType: 'application/json', body: JSON.stringify(body) }));

type Path<P extends Page> = string | ((tour: Tour, page: P) => Promise<string>);

export const scene = <P extends Page>(who: Who<P>, path: Path<P>, ...steps: readonly Step[]): Scene => ({
  arrange: async (tour) => {
    const page = await who(tour);
    for (const { run } of steps.filter(({ isFirst }) => isFirst)) await run(page, tour);
    const isComplete = !steps.some(({ isEndless }) => isEndless);
    await tour.open(page, typeof path === 'string' ? path : await path(tour, page), isComplete);
    for (const { run } of steps.filter(({ isFirst }) => !isFirst)) await run(page, tour);
    return page;
  },
});
export const whole = <P extends Page>(who: Who<P>, path: Path<P>, ...steps: readonly Step[]): Scene => ({
  ...scene(who, path, ...steps),
  isWhole: true,
});
