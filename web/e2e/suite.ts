import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Discussion, FeedItem, OwnUser, Podcast, Question, Report } from '@hearsay/contracts';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type Locator,
  type Page,
} from '@playwright/test';
import { Client, registerNewcomer } from '../../infra/journeys/client.ts';
import { runOperatorCommand } from './operator.ts';
import { wavFile } from './wav.ts';

// Far longer than a busy machine needs. Only an endless wait reaches this limit.
const limitMs = 150_000;
const lookEveryMs = 100;

const pause = () => new Promise((resolve) => setTimeout(resolve, lookEveryMs));

export type MemberPage = Page & { readonly member: OwnUser };
/** A user who acts by API. `member` does not follow later changes of the account. */
export type OtherUser = Client & { readonly member: OwnUser };

const password = 'secret1';

class Accounts {
  readonly #base: string;
  readonly #others: OtherUser[] = [];
  #ambassador: Promise<OtherUser> | undefined;

  constructor(base: string) {
    this.#base = base;
  }

  async register(): Promise<OtherUser> {
    const client = await registerNewcomer(this.#base, 'e2e', password);
    return Object.assign(client, { member: client.user });
  }

  /** The same user at each call with this index, in all tests of one worker. */
  async reusedUser(index: number): Promise<OtherUser> {
    const other = this.#others[index] ?? (await this.register());
    this.#others[index] = other;
    return other;
  }

  ambassador(): Promise<OtherUser> {
    this.#ambassador ??= this.#appoint();
    return this.#ambassador;
  }

  async #appoint(): Promise<OtherUser> {
    const client = await this.register();
    await runOperatorCommand('roles', 'grant', 'ambassador', client.user.username);
    await eventually(async () => assert.ok((await client.get<OwnUser>('/api/auth/user')).isAmbassador));
    return Object.assign(client, { member: await client.get<OwnUser>('/api/auth/user') });
  }
}

interface PhoneOptions extends BrowserContextOptions {
  readonly theme?: 'dark' | 'light';
}

declare global {
  interface Window {
    shownToasts?: { readonly title: string; readonly text: string }[];
  }
}

/** Runs in the page. Records every toast, because it lasts five seconds and a busy machine may run the test later. */
const recordToasts = (): void => {
  const noted = new WeakSet<Element>();
  const shownToasts: NonNullable<Window['shownToasts']> = [];
  window.shownToasts = shownToasts;
  const look = () => {
    for (const card of document.querySelectorAll('[role=status] .toast, [role=alert] .toast')) {
      if (noted.has(card)) continue;
      noted.add(card);
      const [title = '', text = ''] = [...card.querySelectorAll('p')].map(({ textContent }) => textContent ?? '');
      shownToasts.push({ title, text });
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
};

/** True for console messages about failed responses and lost connections, which tests cause on purpose. */
const isNetworkMessage = (line: string): boolean =>
  /^Failed to load resource|^WebSocket connection to|net::ERR_INTERNET_DISCONNECTED/.test(line);

/** True for the response of a busy server. The app and the tests then repeat the request. */
const isBusyResponse = (status: number, headers: Readonly<Record<string, string>>): boolean =>
  status === 503 && 'retry-after' in headers;

export class Stage {
  readonly base: string;
  readonly #browser: Browser;
  readonly #accounts: Accounts;
  #othersMet = 0;
  readonly #contexts: { readonly context: BrowserContext; readonly thrown: Error[] }[] = [];

  constructor(browser: Browser, base: string, accounts = new Accounts(base)) {
    this.#browser = browser;
    this.base = base;
    this.#accounts = accounts;
  }

  /** A visitor's page. Page errors fail the test. Service workers are blocked, because they bypass mocked routes. */
  async visitorPage({ theme = 'dark', serviceWorkers = 'block', ...options }: PhoneOptions = {}): Promise<Page> {
    const context = await this.#browser.newContext({ serviceWorkers, ...options });
    // Chromium gives no storage to a frame of another site.
    await context.addInitScript((chosen) => {
      if (window === top) localStorage.setItem('theme', chosen);
    }, theme);
    await context.addInitScript(recordToasts);
    const page = await context.newPage();
    const thrown: Error[] = [];
    // Unhandled rejections are page errors too.
    page.on('pageerror', (error) => thrown.push(error));
    page.on('console', (line) => {
      if (line.type() === 'error' && !isNetworkMessage(line.text())) thrown.push(new Error(line.text()));
    });
    // A mocked failure has no request id.
    page.on('response', (response) => {
      const [status, headers] = [response.status(), response.headers()];
      if (status >= 500 && headers['x-request-id'] && !isBusyResponse(status, headers))
        thrown.push(new Error(`${response.url()}: ${status}`));
    });
    this.#contexts.push({ context, thrown });
    return page;
  }

  /** A new user's page. Marks levels as shown, because a level dialog could cover controls at any time. */
  async memberPage(options?: PhoneOptions): Promise<MemberPage> {
    return this.#phoneOf(await this.#accounts.register(), options);
  }

  /** A user without a page. Within a test, each call returns another user. Other tests use the same users. */
  otherUser(): Promise<OtherUser> {
    return this.#accounts.reusedUser(this.#othersMet++);
  }

  /** A user without a page whom no other test uses, for tests in which the author must not reach a new level. */
  newUser(): Promise<OtherUser> {
    return this.#accounts.register();
  }

  async ambassadorPage(options?: PhoneOptions): Promise<MemberPage> {
    return this.#phoneOf(await this.#accounts.ambassador(), options);
  }

  async #phoneOf(client: OtherUser, options?: PhoneOptions): Promise<MemberPage> {
    const { member } = client;
    const page = await this.visitorPage(options);
    await this.#giveSession(page, client);
    await page.addInitScript((key) => {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, '10');
    }, `level-shown:${member.id}`);
    return Object.assign(page, { member });
  }

  #giveSession(page: Page, { cookie = '' }: Client): Promise<void> {
    const cookies = cookie.split('; ').map((each) => each.split('='));
    return page.context().addCookies(cookies.map(([name = '', value = '']) => ({ name, value, url: this.base })));
  }

  /** Acts with the session of a page or another user. @returns the parsed body */
  async call<T>(page: Page | OtherUser, method: string, path: string, body?: object): Promise<T> {
    if ('received' in page) return page.expect<T>(method, path, { body });
    const cookies = await page.context().cookies(this.base);
    const headers = { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
    return new Client({ url: this.base }).expect<T>(method, path, { body, headers });
  }

  /** Sends a body that is not JSON. */
  async callRaw(page: Page, method: string, path: string, raw: string, headers: Record<string, string>): Promise<void> {
    const cookies = await page.context().cookies(this.base);
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    await new Client({ url: this.base }).expect(method, path, { raw, headers: { ...headers, cookie } });
  }

  ask(page: Page | OtherUser, question: { readonly title: string } & Record<string, unknown>): Promise<Question> {
    return this.call(page, 'POST', '/api/questions', question);
  }

  postReply(
    page: Page | OtherUser,
    question: { readonly id: string },
    content: string,
    more: object = {},
  ): Promise<Discussion> {
    return this.call(page, 'POST', '/api/discussions', { content, questionId: question.id, ...more });
  }

  /** Repeats a read until `isWanted` accepts its answer, because acts of other users take effect late. */
  waitForAnswer<T>(page: Page, path: string, isWanted: (answer: T) => boolean): Promise<void> {
    return eventually(async () => assert.ok(isWanted(await this.call<T>(page, 'GET', path)), path));
  }

  waitForReport(ambassador: Page, { id }: { readonly id: string }): Promise<void> {
    return this.waitForAnswer<Report[]>(ambassador, '/api/reports/ambassador', (reports) =>
      reports.some(({ contentId }) => contentId === id),
    );
  }

  waitForFeedItem(page: MemberPage, isIt: (item: FeedItem) => boolean, { followersOnly = false } = {}): Promise<void> {
    const path = `/api/feed?sortBy=recent&followersOnly=${followersOnly}&page=1&limit=10&userId=${page.member.id}`;
    return this.waitForAnswer<FeedItem[]>(page, path, (items) => items.some(isIt));
  }

  publishEpisode(page: Page, title: string, seconds: number): Promise<Podcast> {
    const mediaUrl = `data:audio/wav;base64,${wavFile(seconds).toString('base64')}`;
    return this.call(page, 'POST', '/api/podcasts', { title, description: 'Words.', mediaType: 'audio', mediaUrl });
  }

  repost(page: Page | OtherUser, item: { readonly id: string }, repostText = '', kind = 'question'): Promise<unknown> {
    const body = { repostText, mediaUrl: null, mediaType: 'text' };
    return this.call(page, 'POST', `/api/${kind}s/${item.id}/repost`, body);
  }

  /** Signs in by API and gives the session to the page, which does not reload. */
  async signIn(phone: Page, username: string, secret = password): Promise<OwnUser> {
    const client = new Client({ url: this.base });
    const user = await client.login(username, secret);
    await this.#giveSession(phone, client);
    return user;
  }

  boost(page: Page | OtherUser, question: { readonly id: string }): Promise<unknown> {
    return this.call(page, 'POST', `/api/questions/${question.id}/boost`, { isBoosted: true });
  }

  /** @throws the errors of all pages that the test has opened */
  async close(): Promise<void> {
    const errors = this.#contexts.flatMap(({ thrown }) => thrown);
    for (const { context } of this.#contexts) await context.close();
    if (errors.length > 0)
      throw new AggregateError(errors, `The page threw: ${errors.map(({ message }) => message).join('; ')}`);
  }
}

export const test = base.extend<{ stage: Stage }, { accounts: Accounts }>({
  accounts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
    async ({}, use) => use(new Accounts(baseUrl())),
    { scope: 'worker' },
  ],
  stage: async ({ browser, accounts }, use) => {
    const stage = new Stage(browser, baseUrl(), accounts);
    await use(stage);
    await stage.close();
  },
});

const baseUrl = (): string =>
  new URL(process.env.BASE_URL ?? assert.fail('BASE_URL says where the app is; it is not set')).origin;

export const uniqueName = (): string => `e2e ${randomBytes(5).toString('hex')}`;

/** Repeats a check until it passes, and fails with its last error. */
export const eventually = async <T>(check: () => Promise<T>): Promise<T> => {
  const until = performance.now() + limitMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > until) throw error;
      await pause();
    }
  }
};

/** Scrolls down in steps until `isFound` passes. Starts again at the end, because a busy machine may draw late. */
export const scrollUntil = async (page: Page, isFound: () => Promise<unknown>): Promise<void> => {
  await eventually(async () => {
    const isAtEnd = await page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1);
    if (isAtEnd) await page.evaluate(() => scrollTo(0, 0));
    else await page.mouse.wheel(0, 400);
    await isFound();
  });
};

/** Scrolls to a card if needed, because posts of other tests may have moved it to a later page. */
export const findInFeed = async (wanted: Locator): Promise<void> => {
  await wanted.or(wanted.page().getByRole('article')).first().waitFor();
  if ((await wanted.count()) === 0) await scrollUntil(wanted.page(), () => wanted.first().waitFor({ timeout: 500 }));
};

export const submitCredentials = async (
  page: Page,
  username: string,
  button: string,
  secret = password,
): Promise<void> => {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: button }).click();
};

/** Finds the boost button once its state is loaded, because it ignores earlier taps. */
export const boostButtonOf = (card: Locator): Locator =>
  card.locator('.boost[data-known]').getByRole('button', { name: 'Boost' });

/** Waits until no loading text is left. A page may have two for a moment. */
export const waitUntilLoaded = (page: Page): Promise<void> =>
  eventually(async () => assert.equal(await page.getByText(/^Loading/).count(), 0, page.url()));

/** A null title matches any title. Each shown toast matches once, even after it has closed. */
export const waitForToast = async (page: Page, title: string | null, text?: string): Promise<void> => {
  await page.waitForFunction(
    ([wantedTitle, wantedText]) => {
      const isWanted = (toast: { title: string; text: string }) =>
        (wantedTitle === null || toast.title === wantedTitle) && (wantedText === null || toast.text === wantedText);
      const at = window.shownToasts?.findIndex(isWanted) ?? -1;
      if (at >= 0) window.shownToasts?.splice(at, 1);
      return at >= 0;
    },
    [title, text ?? null] as const,
  );
};

/** Waits for the code that loads after the first screen, such as the focus handling. */
export const waitForLateCode = (page: Page): Promise<unknown> =>
  page.locator('[popover] > [role="alert"]').waitFor({ state: 'attached' });

/** Sets the text size in percent on the open page. */
export const resizeText = (page: Page, percent: number): Promise<unknown> =>
  page.evaluate((size) => document.documentElement.style.setProperty('font-size', `${size}%`), percent);
