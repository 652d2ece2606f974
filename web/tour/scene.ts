import type { Question } from '@hearsay/contracts';
import type { Page, Route } from '@playwright/test';
import { developmentPassword } from '../../infra/seed/community.ts';
import { type MemberPage, type Stage, waitUntilLoaded } from '../e2e/suite.ts';

export interface Scene {
  readonly arrange: (stage: Stage) => Promise<Page>;
  readonly isWhole?: boolean;
  /** Takes the picture during an animation, and only in one of the four looks. */
  readonly isMoving?: boolean;
}
export type Scenes = Readonly<Record<string, Scene>>;

export const unknownId = '0199ffff-0000-7000-8000-000000000000';

/** With `isComplete` false, waits for the heading only, because a read never ends. */
export const openPath = async (page: Page, path: string, isComplete = true): Promise<void> => {
  await page.goto(path);
  await page.getByRole('main').locator('h1, [role=alert]:not(:empty)').first().waitFor();
  if (isComplete) await waitUntilLoaded(page);
};

/** Searches the first 50 items of three sorts. @throws if none is wanted */
export const seededQuestion = async (stage: Stage, page: Page, isWanted: (question: Question) => boolean) => {
  for (const sort of ['trending', 'recent', 'engagement']) {
    const items = await stage.call<Question[]>(page, 'GET', `/api/feed?sortBy=${sort}&page=1&limit=50`);
    const found = items.find((item) => item.kind === 'question' && isWanted(item));
    if (found) return found;
  }
  throw new Error('The seeded community has no such question');
};

export const askOnePerson = async (
  stage: Stage,
  asker: Page,
  target: MemberPage,
  title: string,
  isAnonymous = false,
) => {
  const question = await stage.ask(asker, { title, targetUserId: target.member.id, isAnonymous });
  const path = `/api/users/${target.member.id}/pending-questions`;
  await stage.waitForAnswer<Question[]>(target, path, (waiting) => waiting.some(({ id }) => id === question.id));
  return question;
};

export type PageOpener<P extends Page = Page> = (stage: Stage) => Promise<P>;
const visitor: PageOpener = (stage) => stage.visitorPage();
const newcomer: PageOpener<MemberPage> = (stage) => stage.memberPage();
const login =
  (username: string): PageOpener<MemberPage> =>
  async (stage) => {
    const page = await stage.visitorPage();
    return Object.assign(page, { member: await stage.signIn(page, username, developmentPassword) });
  };
export const viewers = {
  visitor,
  newcomer,
  fan: login('maya.winters'),
  ambassador: login('theo.okafor'),
  spotlight: login('ines.calder'),
  top: login('grandpa_arthur'),
};

/** Works as in Playwright's selectors: a string matches a part of a name or text, a quoted text all of it. */
type Name = string | RegExp;
const role = (kind: string, name: Name = '') =>
  `role=${kind}${name === '' ? '' : typeof name === 'string' ? `[name*="${name}" i]` : `[name=${name}]`}`;
const button = (name: Name) => role('button', name);
const tab = (name: Name) => role('tab', name);
const field = (name: Name) => role('textbox', name);
const text = (words: Name) => `text=${words}`;
const inside = (...selectors: string[]) => selectors.join(' >> ');
export const selectors = { role, button, tab, field, text, inside, article: role('article'), dialog: role('dialog') };

export interface Step {
  readonly run: (page: Page, stage: Stage) => Promise<unknown>;
  readonly isFirst?: boolean;
  /** Leaves the read without a response, so that the page keeps loading. */
  readonly isEndless?: boolean;
}

const act = (run: Step['run']): Step => ({ run });
const click = (selector: string) => act((page) => page.locator(selector).first().click());
const press = (name: Name) => click(button(name));
const choose = (name: string) => click(role('menuitem', name));
const fill = (selector: string, words: string) => act((page) => page.locator(selector).first().fill(words));
const see = (selector: string) => act((page) => page.locator(selector).first().waitFor());
const sees = (words: Name) => see(text(words));
const scrollTo = (selector: string) => act((page) => page.locator(selector).first().scrollIntoViewIfNeeded());
const offline = act((page) => page.context().setOffline(true));
const toTop = act((page) => page.evaluate(() => window.scrollTo(0, 0)));
const wait = (ms: number) => act((page) => page.waitForTimeout(ms));

type Pattern = string | RegExp;
const route = (pattern: Pattern, answer: (route: Route) => Promise<void>): Step => ({
  run: (page) => page.route(pattern, answer),
  isFirst: true,
});
const hangs = (pattern: Pattern): Step => ({ ...route(pattern, () => new Promise(() => {})), isEndless: true });
/** Answers with a status for which the app does not retry. */
const fails = (pattern: Pattern, status = 400) =>
  route(pattern, (call) => call.fulfill({ status, contentType: 'application/json', body: '{}' }));
const answers = (pattern: Pattern, json: unknown) => route(pattern, (call) => call.fulfill({ json }));
export const steps = {
  act,
  click,
  press,
  choose,
  fill,
  see,
  sees,
  scrollTo,
  toTop,
  offline,
  wait,
  hangs,
  fails,
  answers,
};

type Path<P extends Page> = string | ((stage: Stage, page: P) => Promise<string>);

/** @returns a path that a scene opens after `prepare` has run */
export const pathAfter =
  <P extends Page>(path: string, prepare: (stage: Stage, page: P) => Promise<unknown>): Path<P> =>
  (stage, page) =>
    prepare(stage, page).then(() => path);

export const scene = <P extends Page>(who: PageOpener<P>, path: Path<P>, ...steps: readonly Step[]): Scene => ({
  arrange: async (stage) => {
    const page = await who(stage);
    for (const { run } of steps.filter(({ isFirst }) => isFirst)) await run(page, stage);
    const isComplete = !steps.some(({ isEndless }) => isEndless);
    await openPath(page, typeof path === 'string' ? path : await path(stage, page), isComplete);
    for (const { run } of steps.filter(({ isFirst }) => !isFirst)) await run(page, stage);
    return page;
  },
});
export const wholePageScene: typeof scene = (...given) => ({ ...scene(...given), isWhole: true });
