import { type CallContext, Refusal, type Rpc, type RpcInput, type RpcOutput, rpcSubject } from '@hearsay/contracts';
import { createInbox, type Msg, type NatsConnection, type Subscription } from '@nats-io/nats-core';
import { type CallBatch, decode, encode, maxCallsPerMessage, type WireAnswer, type WireCall } from './wire.js';

interface Pending {
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly expiresAt: number;
}

const sweepEveryMs = 100;
/** A short break is waited out; after so long without NATS callers are told at once, instead of at their deadline. */
const brokenAfterMs = 1000;
/** The answer to a call may still travel when its deadline has passed at the service. */
const graceMs = 250;

const unavailable = () => new Refusal('unavailable', undefined, { retryAfter: 1 });

/**
 * Calls services over NATS. Calls of one event-loop turn to one service share a message, since NATS
 * and Node pay by the message; answers come back in groups on one inbox.
 */
export class RpcClient {
  readonly #connection: NatsConnection;
  readonly #prefix: string;
  readonly #inbox = createInbox();
  readonly #subscription: Subscription;
  readonly #pending = new Map<number, Pending>();
  readonly #sentBatches = new Map<number, readonly number[]>();
  readonly #queues = new Map<string, WireCall[]>();
  readonly #sweeper: NodeJS.Timeout;
  #disconnectedAt: number | undefined;
  #nextId = 1;
  #nextBatch = 1;

  constructor(connection: NatsConnection, options: { prefix: string }) {
    this.#connection = connection;
    this.#prefix = options.prefix;
    this.#subscription = connection.subscribe(`${this.#inbox}.*`, {
      callback: (error, message) => {
        if (!error) this.#receive(message);
      },
    });
    this.#sweeper = setInterval(() => this.#expire(), sweepEveryMs).unref();
    void this.#watchConnection();
  }

  /** @throws Refusal as the service refused, or `unavailable` when NATS is away for a second, nobody serves, or all is silent until the deadline. */
  call<R extends Rpc>(rpc: R, input: RpcInput<R>, context: CallContext): Promise<RpcOutput<R>> {
    const expiresAt = Date.parse(context.deadline) + graceMs;
    if (Date.now() >= expiresAt || this.#isBroken()) return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      this.#pending.set(id, { resolve: resolve as (output: unknown) => void, reject, expiresAt });
      let queue = this.#queues.get(rpc.service);
      if (!queue) {
        queue = [];
        this.#queues.set(rpc.service, queue);
        setImmediate(() => this.#flush(rpc.service));
      }
      queue.push({ id, name: rpc.name, input, context });
    });
  }

  close(): void {
    clearInterval(this.#sweeper);
    this.#subscription.unsubscribe();
    for (const call of this.#pending.values()) call.reject(unavailable());
    this.#pending.clear();
  }

  #isBroken(): boolean {
    return this.#connection.isClosed() || (this.#disconnectedAt !== undefined && Date.now() - this.#disconnectedAt > brokenAfterMs);
  }

  async #watchConnection(): Promise<void> {
    for await (const status of this.#connection.status()) {
      if (status.type === 'disconnect') this.#disconnectedAt ??= Date.now();
      else if (status.type === 'reconnect') this.#disconnectedAt = undefined;
    }
  }

  #flush(service: string): void {
    const queue = this.#queues.get(service) ?? [];
    this.#queues.delete(service);
    for (let from = 0; from < queue.length; from += maxCallsPerMessage) {
      const calls = queue.slice(from, from + maxCallsPerMessage);
      const batch = this.#nextBatch++;
      this.#sentBatches.set(
        batch,
        calls.map((call) => call.id),
      );
      try {
        const body: CallBatch = { calls };
        this.#connection.publish(`${this.#prefix}${rpcSubject(service)}`, encode(body), { reply: `${this.#inbox}.${batch}` });
      } catch {
        this.#rejectBatch(batch);
      }
    }
  }

  #receive(message: Msg): void {
    const batch = Number(message.subject.slice(this.#inbox.length + 1));
    // "No responders": the server tells at once that nobody serves this subject.
    if (message.data.length === 0 && message.headers?.code === 503) {
      this.#rejectBatch(batch);
      return;
    }
    for (const answer of decode<WireAnswer[]>(message.data)) {
      const call = this.#pending.get(answer.id);
      if (!call) continue;
      this.#pending.delete(answer.id);
      if ('refusal' in answer) call.reject(new Refusal(answer.refusal.code, answer.refusal.message, answer.refusal.details));
      else call.resolve(answer.output);
    }
  }

  #rejectBatch(batch: number): void {
    for (const id of this.#sentBatches.get(batch) ?? []) {
      this.#pending.get(id)?.reject(unavailable());
      this.#pending.delete(id);
    }
    this.#sentBatches.delete(batch);
  }

  #expire(): void {
    const now = Date.now();
    for (const [id, call] of this.#pending) {
      if (call.expiresAt > now) continue;
      this.#pending.delete(id);
      call.reject(unavailable());
    }
    for (const [batch, ids] of this.#sentBatches) {
      if (!ids.some((id) => this.#pending.has(id))) this.#sentBatches.delete(batch);
    }
  }
}
