import { relayedTypesOf } from '@hearsay/contracts';
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/nats-core';
import type { Transaction } from '../log/events.js';
import type { Log } from '../runtime/logger.js';
import { isOutage } from '../runtime/outages.js';
import { eventStreamOf, findEnd, type StreamEnd } from '../stream/event-stream.js';
import { findLogLoss, LogLossError } from './log-loss.js';

export interface AppendGuardOptions {
  readonly connection: NatsConnection;
  readonly service: string;
  readonly subjectPrefix: string;
  readonly log: Log;
}

/**
 * Keeps a process from appending to a log that lost its tail. Each connection is checked once, before its first append: a server that took
 * another's place is met on a new connection. The relay, which looks more often, reports what it finds.
 */
export class AppendGuard {
  readonly #options: AppendGuardOptions;
  #checked = new WeakSet<object>();
  #loss: string | undefined;

  constructor(options: AppendGuardOptions) {
    this.#options = options;
  }

  /** Why nothing may be appended, as a sentence for an operator; undefined when it may, as far as is known. */
  get loss(): string | undefined {
    return this.#loss;
  }

  /** Undefined for a connection that was checked. @throws LogLossError */
  before(client: Transaction): Promise<void> | undefined {
    return this.#checked.has(client) ? undefined : this.check(client);
  }

  /** Not within a transaction. @throws LogLossError */
  async check(client: Transaction): Promise<void> {
    const { service, subjectPrefix } = this.#options;
    const stream = eventStreamOf(service, subjectPrefix);
    const isRelayed = relayedTypesOf(service).length > 0;
    // Before the log: what the stream holds was committed by then.
    const end = isRelayed ? await this.#streamEnd() : undefined;
    const loss = await findLogLoss({ client, service, stream, isRelayed, end });
    this.report(loss);
    if (loss !== undefined) throw new LogLossError(loss);
    this.#checked.add(client);
  }

  /** Takes what was found, here or by the relay. */
  report(loss: string | undefined): void {
    if (loss !== undefined) this.#checked = new WeakSet();
    if (loss === this.#loss) return;
    this.#loss = loss;
    const { log, service } = this.#options;
    if (loss === undefined) log.info({ service }, 'The log is whole again: writes go on');
    else log.error({ service }, loss);
  }

  /** While NATS is out of reach nothing shows a loss; the relay looks when it is back. */
  async #streamEnd(): Promise<StreamEnd | undefined> {
    const { connection, service, subjectPrefix } = this.#options;
    try {
      return await findEnd(
        await jetstreamManager(connection, { checkAPI: false }),
        eventStreamOf(service, subjectPrefix),
      );
    } catch (error) {
      if (isOutage(error)) return undefined;
      throw error;
    }
  }
}
