import {
  type CallContext,
  type CallerName,
  inboxPrefixOf,
  Refusal,
  type Rpc,
  type RpcInput,
  type RpcOutput,
  rpcSubject,
  steadyNow,
  unavailable,
} from '@hearsay/contracts';
import { createInbox, type Msg, type NatsConnection, type Subscription } from '@nats-io/nats-core';
import { CallSlots, RunningActs } from './call-slots.js';
import { watchStatus } from './connection.js';
import { InFlight } from './in-flight.js';
import { joinIntoArrays } from './json-arrays.js';
import { answersIn, encode, maxCallsPerMessage, maxPayloadOf, type WireCall } from './wire.js';

interface Pending {
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly expiresAt: number;
}

interface QueuedCall {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
  readonly context: CallContext;
}

const sweepEveryMs = 100;
/** Calls wait this long for a reconnect. After that, callers are refused at once instead of at their deadline. */
const brokenAfterMs = 1000;
const maxWaiting = 1000;
const graceMs = 250;

interface BoundedCalls {
  readonly maxAtOnce: number;
  readonly includes: (rpc: Rpc, context: CallContext) => boolean;
}

/** Encodes a call when it is sent, because the message contains the remaining time. */
const encodedNow = ({ id, name, input, context }: QueuedCall): { readonly id: number; readonly json: string } => {
  const remainingMs = Math.round(Date.parse(context.deadline) - steadyNow());
  return { id, json: encode({ id, name, input, context, remainingMs, sentAt: Date.now() } satisfies WireCall) };
};

/** Calls services over NATS. Calls of one event-loop turn to one service share a message, which saves CPU. */
export class RpcClient {
  readonly #connection: NatsConnection;
  readonly #prefix: string;
  readonly #caller: CallerName;
  readonly #inbox: string;
  readonly #subscription: Subscription;
  readonly #pending = new InFlight<Pending>();
  readonly #sentBatches = new InFlight<readonly number[]>();
  readonly #queues = new Map<string, QueuedCall[]>();
  readonly #held = new Set<string>();
  readonly #sweeper: NodeJS.Timeout;
  readonly #bounded: BoundedCalls | undefined;
  readonly #slots = new Map<string, CallSlots>();
  readonly #acts = new RunningActs();
  #disconnectedAt: number | undefined;

  /** `caller` is the calling process. Tests and operator tools may omit it. */
  constructor(connection: NatsConnection, options: { prefix: string; caller?: CallerName; bounded?: BoundedCalls }) {
    this.#connection = connection;
    this.#bounded = options.bounded;
    this.#prefix = options.prefix;
    this.#caller = options.caller ?? 'operator';
    this.#inbox = createInbox(inboxPrefixOf(this.#caller));
    this.#subscription = connection.subscribe(`${this.#inbox}.*`, {
      callback: (error, message) => {
        if (!error) this.#receive(message);
      },
    });
    this.#sweeper = setInterval(() => this.#expire(), sweepEveryMs).unref();
    void watchStatus(connection, {
      disconnect: () => {
        this.#disconnectedAt ??= performance.now();
      },
      reconnect: () => {
        this.#disconnectedAt = undefined;
        for (const service of [...this.#held]) this.#flush(service);
      },
    });
  }

  /**
   * @throws the service's Refusal, or `too_large` if the call fits into no message. Throws `unavailable` if NATS is
   * away for a second, no process of the service runs, no answer arrives before the deadline, or too many calls wait
   */
  call<R extends Rpc>(rpc: R, input: RpcInput<R>, context: CallContext): Promise<RpcOutput<R>> {
    const { service } = rpc;
    if (!this.#bounded?.includes(rpc, context)) {
      const answer = this.#call(rpc, input, context);
      if (this.#bounded && rpc.kind === 'command') this.#acts.begin(answer);
      return answer;
    }
    const slots = this.#slots.get(service) ?? new CallSlots(this.#bounded.maxAtOnce, maxWaiting, this.#acts);
    this.#slots.set(service, slots);
    return slots.runInSlot(() => this.#call(rpc, input, context));
  }

  #call<R extends Rpc>(rpc: R, input: RpcInput<R>, context: CallContext): Promise<RpcOutput<R>> {
    const expiresAt = Date.parse(context.deadline) + graceMs;
    if (steadyNow() >= expiresAt || this.#isBroken()) return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      const id = this.#pending.add({ resolve: resolve as (output: unknown) => void, reject, expiresAt });
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
    for (const slots of this.#slots.values()) slots.close();
    for (const [id] of this.#pending.entries()) this.#reject(id, unavailable());
  }

  /** False during a short disconnection, after which calls can still be sent. */
  #isBroken(): boolean {
    return (
      this.#connection.isClosed() ||
      (this.#disconnectedAt !== undefined && performance.now() - this.#disconnectedAt > brokenAfterMs)
    );
  }

  #flush(service: string): void {
    // Messages published without a connection are lost at the first failed attempt to reconnect.
    if (this.#disconnectedAt !== undefined && !this.#isBroken()) {
      this.#held.add(service);
      return;
    }
    const wasHeld = this.#held.delete(service);
    const called = this.#queues.get(service) ?? [];
    this.#queues.delete(service);
    // Calls that waited for the reconnect may have passed their deadline.
    const queue = wasHeld ? called.filter(({ id }) => this.#pending.get(id)) : called;
    if (this.#isBroken()) {
      for (const { id } of queue) this.#reject(id, unavailable());
      return;
    }
    const { arrays, tooBig } = joinIntoArrays(queue.map(encodedNow), {
      most: maxCallsPerMessage,
      maxBytes: maxPayloadOf(this.#connection),
    });
    for (const { id } of tooBig) this.#reject(id, new Refusal('too_large'));
    for (const { text, items } of arrays) {
      const batch = this.#sentBatches.add(items.map(({ id }) => id));
      try {
        this.#connection.publish(`${this.#prefix}${rpcSubject(service, this.#caller)}`, text, {
          reply: `${this.#inbox}.${batch}`,
        });
      } catch {
        this.#rejectBatch(batch);
      }
    }
  }

  #receive(message: Msg): void {
    const batch = Number(message.subject.slice(this.#inbox.length + 1));
    // With the status 503 ("no responders") NATS reports at once that no process serves this subject.
    if (message.data.length === 0 && message.headers?.code === 503) {
      this.#rejectBatch(batch);
      return;
    }
    for (const answer of answersIn(message.data)) {
      const call = this.#pending.take(answer.id);
      if (!call) continue;
      if ('refusal' in answer)
        call.reject(new Refusal(answer.refusal.code, answer.refusal.message, answer.refusal.details));
      else call.resolve(answer.output);
    }
  }

  #rejectBatch(batch: number): void {
    for (const id of this.#sentBatches.take(batch) ?? []) this.#reject(id, unavailable());
  }

  #reject(id: number, refusal: Refusal): void {
    this.#pending.take(id)?.reject(refusal);
  }

  /** Rejects calls after their deadline, and held calls once the connection is broken. */
  #expire(): void {
    const now = steadyNow();
    if (this.#isBroken()) for (const service of [...this.#held]) this.#flush(service);
    for (const [id, call] of this.#pending.entries()) {
      if (call.expiresAt > now) continue;
      this.#reject(id, unavailable());
    }
    for (const [batch, ids] of this.#sentBatches.entries()) {
      if (!ids.some((id) => this.#pending.get(id))) this.#sentBatches.take(batch);
    }
  }
}
