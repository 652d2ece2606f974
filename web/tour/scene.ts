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
const visitor: Who = (tour) => tour.phone();
const newcomer: Who<MemberPage> = (tour) => tour.member();
const login = (role: string): Who<MemberPage> => {
  return (tour) => {
    const logins = JSON.parse(readFileSync(process.env.LOGINS_FILE ?? '', 'utf8')) as Login[];
    const found = logins.find((each) => each.role === role);
    if (!found) throw new Error(`The seeded community has no ${role}`);
    return tour.signedIn(found.username, found.password);
  };
};
const fan = login('fan');
const ambassador = login('ambassador');
const spotlight = login('spotlight');

type Find = (within: Page | Locator) => Locator;
type Role = Parameters<Page['getByRole']>[0];
type Name = string | RegExp;
const role =
  (kind: Role, name?: Name, exact = false): Find =>
  (within) =>
    within.getByRole(kind, name === undefined ? {} : { name, exact });
const button = (name: Name, exact = false): Find => role('button', name, exact);
const tab = (name: Name): Find => role('tab', name);
const label =
  (name: string, exact = false): Find =>
  (within) =>
    within.getByLabel(name, { exact });
const text =
  (words: Name, exact = false): Find =>
  (within) =>
    within.getByText(words, { exact });
const css =
  (selector: string): Find =>
  (within) =>
    within.locator(selector);
const inside =
  (outer: Find, inner: Find): Find =>
  (within) =>
    inner(outer(within).first());
const article = role('article');
const dialog = role('dialog');

export interface Step {
  readonly run: (page: Page, tour: Tour) => Promise<unknown>;
  readonly isFirst?: boolean;
  /** A read stays unanswered, so the page never completes. */
  readonly isEndless?: boolean;
}

const at = (find: Find, page: Page): Locator => find(page).first();
const act = (run: Step['run']): Step => ({ run });
const click = (find: Find): Step => act((page) => at(find, page).click());
const press = (name: Name, exact = false): Step => click(button(name, exact));
const choose = (name: string): Step => click(role('menuitem', name));
const fill = (find: Find, words: string): Step => act((page) => at(find, page).fill(words));
const see = (find: Find): Step => act((page) => at(find, page).waitFor());
const sees = (words: Name, exact = false): Step => see(text(words, exact));
const scrollTo = (find: Find): Step => act((page) => at(find, page).scrollIntoViewIfNeeded());
const offline = act((page) => page.context().setOffline(true));
const wait = (ms: number): Step => act((page) => page.waitForTimeout(ms));

type Pattern = string | RegExp;
const hangs = (pattern: Pattern): Step => ({
  run: (page) => page.route(pattern, () => new Promise(() => undefined)),
  isFirst: true,
  isEndless: true,
});
const route = (pattern: Pattern, answer: (route: Route) => Promise<void>): Step => ({
  run: (page) => page.route(pattern, answer),
  isFirst: true,
});
/** A failure that a retry does not fix. */
const fails = (pattern: Pattern, status = 400): Step =>
  route(pattern, (call) => call.fulfill({ status, contentType: 'application/json', body: '{}' }));
const answers = (pattern: Pattern, body: unknown): Step =>
  route(pattern, (call) => call.fulfill({ contentType: 'application/json', body: JSON.stringify(body) }));

type Path<P extends Page> = string | ((tour: Tour, page: P) => Promise<string>);

/** The path, once `prepare` has acted. */
export const after =
  <P extends Page>(path: string, prepare: (tour: Tour, page: P) => Promise<unknown>): Path<P> =>
  (tour, page) =>
    prepare(tour, page).then(() => path);

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

export const people = { visitor, newcomer, fan, ambassador, spotlight };
export const find = { role, button, tab, label, text, css, inside, article, dialog };
export const steps = { act, click, press, choose, fill, see, sees, scrollTo, offline, wait, hangs, fails, answers };
