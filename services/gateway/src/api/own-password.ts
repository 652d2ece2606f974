import { Refusal } from '@hearsay/contracts';
import type { BrowserOfAccount } from '../access/browser-of-account.js';
import { PasswordDoor } from '../access/password-door.js';
import { type ApiRequest, signedIn } from '../http/call.js';
import { People } from '../read/people.js';

/** Where somebody signed in has to give their password again: wrong ones are counted as at signing in. */
export class OwnPassword {
  constructor(
    private readonly door: PasswordDoor,
    private readonly browsers: BrowserOfAccount,
    private readonly people: People,
  ) {}

  /** Runs `check`, whose refusal as `forbidden` is a wrong password. @throws Refusal `rate_limited` after too many. */
  async checked<T>(request: ApiRequest, check: () => Promise<T>): Promise<T> {
    const asking = await this.#asking(request);
    const knownBrowser = await this.browsers.idOf(asking);
    return this.door.pass({ username: asking.username, address: request.call.address, knownBrowser }, check);
  }

  /** The Set-Cookie values by which this browser is known with the password of now. */
  async remembered(request: ApiRequest): Promise<string[]> {
    return this.browsers.remembered(await this.#asking(request));
  }

  async #asking({ call, headers }: ApiRequest) {
    const person = await this.people.person(signedIn(call).accountId, call.context);
    if (!person) throw new Refusal('unauthenticated');
    return { username: person.username, cookie: headers.cookie, isOverTls: call.isOverTls, context: call.context };
  }
}
