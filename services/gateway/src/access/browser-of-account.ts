import { type CallContext, identityRpc } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import type { KnownBrowsers } from './known-browsers.js';

interface Asking {
  readonly cookie: string | undefined;
  readonly isOverTls: boolean;
  readonly username: string;
  readonly context: CallContext;
}

/** Which browser tries the password of a name. Identity says which password that name has now. */
export class BrowserOfAccount {
  constructor(
    private readonly rpc: RpcClient,
    private readonly knownBrowsers: KnownBrowsers,
  ) {}

  /** The id of a browser that has signed in with this password before; null: a stranger. */
  async idOf(asking: Asking): Promise<string | null> {
    const { cookie, username, isOverTls } = asking;
    if (!this.knownBrowsers.saysAnything(cookie, isOverTls)) return null;
    const generation = await this.#generation(asking);
    return generation === null ? null : this.knownBrowsers.idOf(cookie, { username, generation }, isOverTls);
  }

  /** The Set-Cookie values by which the browser is known from now on; none where nobody can tell. */
  async remembered(asking: Asking): Promise<string[]> {
    const { cookie, username, isOverTls } = asking;
    const generation = await this.#generation(asking).catch(() => null);
    return generation === null ? [] : [this.knownBrowsers.remember(cookie, { username, generation }, isOverTls)];
  }

  async #generation({ username, context }: Asking): Promise<string | null> {
    const { correlationId, deadline } = context;
    const asked = { correlationId, deadline, accountId: null };
    return (await this.rpc.call(identityRpc.passwordGeneration, { username }, asked)).generation;
  }
}
