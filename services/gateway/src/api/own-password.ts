import { Refusal } from '@hearsay/contracts';
import { KnownBrowsers } from '../access/known-browsers.js';
import { PasswordDoor } from '../access/password-door.js';
import { type ApiRequest, signedIn } from '../http/call.js';
import { People } from '../read/people.js';

/** Where somebody signed in has to give their password again: wrong ones are counted as at signing in. */
export class OwnPassword {
  constructor(
    private readonly door: PasswordDoor,
    private readonly knownBrowsers: KnownBrowsers,
    private readonly people: People,
  ) {}

  /** Runs `check`, whose refusal as `forbidden` is a wrong password. @throws Refusal `rate_limited` after too many. */
  async checked<T>({ call, headers }: ApiRequest, check: () => Promise<T>): Promise<T> {
    const person = await this.people.person(signedIn(call).accountId, call.context);
    if (!person) throw new Refusal('unauthenticated');
    const { username } = person;
    const knownBrowser = this.knownBrowsers.idOf(headers.cookie, username, call.isOverTls);
    return this.door.pass({ username, address: call.address, knownBrowser }, check);
  }
}
