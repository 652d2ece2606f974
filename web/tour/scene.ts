import { readFileSync } from 'node:fs';
import type { OwnUser, Question } from '@hearsay/contracts';
import type { Browser, Page, Route } from '@playwright/test';
import { eventually, type MemberPage, Stage } from '../e2e/suite.ts';

/** What is photographed: one screen in one state. */
export interface Scene {
  readonly name: string;
  /** Brings a phone to the state; what it returns is photographed. */
  readonly arrange: (tour: Tour) => Promise<Page>;
  /** The whole page instead of what a phone shows of it. */
  readonly isWhole?: true;
  /** Taken in the middle of a movement: in one theme only, and as it stands. */
  readonly isMoving?: true;
}

/** In pixels of the page. */
export const phone = { width: 390, height: 844 };
/** A scene that cannot be arranged is left out after this. */
const actionLimitMs = 20_000;

type Role = 'fan' | 'ambassador' | 'spotlight';

interface Login {
  readonly role: string;
  readonly username: string;
  readonly password: string;
}

/** People, phones and content of the seeded community, for one scene. */
export class Tour extends Stage {
  readonly #logins: readonly Login[];

  constructor(browser: Browser, base: string, loginsFile: string) {
    super(browser, base);
    this.#logins = JSON.parse(readFileSync(loginsFile, 'utf8')) as Login[];
  }

  override async phone(options: Parameters<Stage['phone']>[0] = {}): Promise<Page> {
    const permissions = ['clipboard-read', 'clipboard-write', 'microphone'];
    const page = await super.phone({ baseURL: this.base, viewport: phone, permissions, ...options });
    page.setDefaultTimeout(actionLimitMs);
    return page;
  }

  /** The phone of somebody of the community. */
  async as(role: Role): Promise<MemberPage> {
    const login = this.#logins.find((each) => each.role === role);
    if (!login) throw new Error(`The seeded community has no ${role}`);
    return this.signedIn(login.username, login.password);
  }

  async signedIn(username: string, password: string): Promise<MemberPage> {
    const page = await this.phone();
    return Object.assign(page, {
      member: await this.call<OwnUser>(page, 'POST', '/api/auth/login', { username, password }),
    });
  }

  /** A visitor at an address. */
  async visit(path: string): Promise<Page> {
    return this.open(await this.phone(), path);
  }

  /** Somebody who has just moved in, at an address. */
  async newcomer(path: string): Promise<MemberPage> {
    return this.open(await this.member(), path);
  }

  /** Goes there and waits until the page is there, though perhaps not what it reads. */
  async begin<P extends Page>(page: P, path: string): Promise<P> {
    await page.goto(path);
    await page.getByRole('main').locator('h1, [role=alert]:not(:empty)').first().waitFor();
    return page;
  }

  /** Goes there and waits until everything is shown. */
  async open<P extends Page>(page: P, path: string): Promise<P> {
    await this.begin(page, path);
    await page.getByText(/^Loading/).waitFor({ state: 'detached' });
    return page;
  }

  /** The first of the community's questions of which this is true. */
  async question(page: Page, isWanted: (question: Question) => boolean): Promise<Question> {
    for (const sort of ['trending', 'recent', 'engagement']) {
      const items = await this.call<Question[]>(page, 'GET', `/api/feed?sortBy=${sort}&page=1&limit=50`);
      const found = items.find((item) => item.kind === 'question' && isWanted(item));
      if (found) return found;
    }
    throw new Error('The seeded community has no such question');
  }

  /** A question that waits for its target, who is told first. */
  async pending(asker: Page, target: MemberPage, title: string, isAnonymous = false): Promise<Question> {
    const question = await this.ask(asker, { title, targetUserId: target.member.id, isAnonymous });
    await eventually(async () => {
      const waiting = await this.call<Question[]>(target, 'GET', `/api/users/${target.member.id}/pending-questions`);
      if (!waiting.some(({ id }) => id === question.id)) throw new Error('The question does not wait yet');
    });
    return question;
  }
}

/** The answer of a read that never comes. */
export const never = (): Promise<void> => new Promise(() => undefined);

/** A read that fails in a way that asking again does not mend. */
export const fails = (route: Route): Promise<void> =>
  route.fulfill({ status: 400, contentType: 'application/json', body: '{}' });

export const answers =
  (body: unknown) =>
  (route: Route): Promise<void> =>
    route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify(body) });
