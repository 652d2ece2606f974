import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal, type Rpc, type RpcInput, type RpcOutput } from '@hearsay/contracts';
import { type connectOperator, operatorContext } from '@hearsay/service-runtime';

/** Attempts of a call while its service is unavailable. */
const attempts = 20;
const pauseMs = 500;

type Client = Awaited<ReturnType<typeof connectOperator>>['rpc'];

export interface SeedCallOptions {
  readonly accountId?: string;
  /** The time of the act as an ISO instant. Default: the present. */
  readonly now?: string;
  /** The idempotency key. A repeated seed sends the same keys, so that it changes nothing. Default: a new key. */
  readonly key?: string;
}

/** Calls services as the operator. A call to an unavailable service is repeated under the same key. */
export class SeedCalls {
  readonly #rpc: Client;

  constructor(rpc: Client) {
    this.#rpc = rpc;
  }

  /** @throws {Refusal} with the call's name in its text */
  async call<R extends Rpc>(
    rpc: R,
    input: RpcInput<R>,
    { key, ...dated }: SeedCallOptions = {},
  ): Promise<RpcOutput<R>> {
    const idempotencyKey = key !== undefined ? `seed:${key}` : rpc.kind === 'command' ? randomUUID() : undefined;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const context = operatorContext({ ...dated, ...(idempotencyKey !== undefined && { idempotencyKey }) });
        return await this.#rpc.call(rpc, input, context);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (error.code !== 'unavailable' || attempt === attempts)
          throw new Refusal(error.code, `${rpc.service}.${rpc.name}: ${error.message}`, error.details);
        await pause(pauseMs);
      }
    }
  }
}
