import {
  type CallContext,
  deadlineIn,
  errorRules,
  inboxPrefixOf,
  isAllowedToCall,
  Refusal,
  type Rpc,
  type RpcOutput,
  type RpcParsed,
  rpcSubject,
  steadyNow,
  unavailable,
} from '@hearsay/contracts';
import type { Msg, NatsConnection, Subscription } from '@nats-io/nats-core';
import { Controller, type Type } from '@nestjs/common';
import {
  Ctx,
  type CustomTransportStrategy,
  type MessageHandler,
  MessagePattern,
  Payload,
  Server,
} from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import { ArrivalDelay } from './arrivals.js';
import { ClockWatch } from './clock-watch.js';
import { watchStatus } from './connection.js';
import { joinIntoArrays } from './json-arrays.js';
import { callsIn, encode, maxPayloadOf, type WireAnswer, type WireCall } from './wire.js';

const patternOf = (rpc: Pick<Rpc, 'service' | 'name'>) => `${rpc.service}.${rpc.name}`;

type HandlerOf<R extends Rpc> = (input: RpcParsed<R>, context: CallContext) => Promise<RpcOutput<R>>;

type HandlersOf<Contracts> = {
  readonly [Name in keyof Contracts]?: Contracts[Name] extends Rpc ? HandlerOf<Contracts[Name]> : never;
};

/** Makes a Nest controller from handlers with the names of their contracts. Wrong signatures do not compile. */
export const handlersOf = <Contracts extends object>(
  contracts: Contracts,
  handlers: HandlersOf<NoInfer<Contracts>>,
): Type => {
  @Controller()
  class Calls {}
  for (const [name, value] of Object.entries(handlers as Record<string, HandlerOf<Rpc>>)) {
    Object.defineProperty(Calls.prototype, name, { value });
    // Without these decorators Nest would pass only the payload.
    Payload()(Calls.prototype, name, 0);
    Ctx()(Calls.prototype, name, 1);
    MessagePattern(patternOf((contracts as Record<string, Rpc>)[name]!))(Calls.prototype, name, { value });
  }
  return Calls;
};

interface RpcServerOptions {
  readonly connection: NatsConnection;
  readonly service: string;
  readonly prefix: string;
  readonly contracts: readonly Rpc[];
  /** Receives every error but expected refusals. It never receives the input. */
  readonly onError: (error: unknown, call: { name: string; correlationId: string }) => void;
  readonly onClock?: (caller: string, aheadMs: number) => void;
  readonly onCall?: (call: { name: string; seconds: number; code: string }) => void;
}

interface ArrivedCall extends WireCall {
  readonly context: CallContext;
}

interface ReadyAnswer {
  readonly call: ArrivedCall;
  readonly json: string;
}

/**
 * After an outage of NATS, callers try to reconnect every 350 ms. They would miss an answer that is sent before this
 * time.
 */
const callersAreBackAfterMs = 1000;

const arrived = (call: WireCall, longestWaitMs: number): ArrivedCall => ({
  ...call,
  context: { ...call.context, deadline: deadlineIn(call.remainingMs - longestWaitMs) },
});

const answerTo = (id: number, refusal: Refusal): WireAnswer => ({
  id,
  refusal: { code: refusal.code, message: refusal.message, details: refusal.details },
});

/**
 * The Nest transport for calls of `RpcClient`. Each service has one queue group, and contracts check the inputs.
 * Answers of one event-loop turn to one client share messages up to the server's size limit. If a handler throws no
 * Refusal, the caller gets `internal` without details. The same happens if an answer fits into no message.
 */
export class RpcServer extends Server implements CustomTransportStrategy {
  readonly #options: RpcServerOptions;
  readonly #contracts: ReadonlyMap<string, Rpc>;
  /** Answers by the client's inbox, so that answers to calls of several messages are sent together. */
  readonly #answers = new Map<string, { readonly reply: string; readonly answers: ReadyAnswer[] }>();
  readonly #arrivals: ArrivalDelay;
  readonly #clocks: ClockWatch;
  #subscription: Subscription | undefined;
  /** True from the loss of the connection until callers are connected again. During this time answers are held. */
  #isBroken = false;
  #returning: NodeJS.Timeout | undefined;
  #running = 0;
  #whenIdle: (() => void) | undefined;

  constructor(options: RpcServerOptions) {
    super();
    this.#options = options;
    this.#contracts = new Map(options.contracts.map((contract) => [patternOf(contract), contract]));
    this.#arrivals = new ArrivalDelay(options.connection);
    this.#clocks = new ClockWatch((caller, aheadMs) => options.onClock?.(caller, aheadMs));
  }

  override addHandler(pattern: unknown, handler: MessageHandler): void {
    if (this.messageHandlers.has(String(pattern))) throw new Error(`Two methods answer ${pattern}`);
    super.addHandler(pattern, handler);
  }

  listen(callback: (error?: unknown) => void): void {
    const unanswered = [...this.#contracts.keys()].filter((pattern) => !this.messageHandlers.has(pattern));
    const unknown = [...this.messageHandlers.keys()].filter((pattern) => !this.#contracts.has(pattern));
    if (unanswered.length > 0 || unknown.length > 0) {
      callback(
        new Error(
          `Contracts without a handler: ${unanswered.join(', ') || 'none'}; handlers without a contract: ${unknown.join(', ') || 'none'}`,
        ),
      );
      return;
    }
    const { connection, service, prefix } = this.#options;
    this.#subscription = connection.subscribe(`${prefix}${rpcSubject(service, '*')}`, {
      queue: service,
      callback: (error, message) => {
        if (!error) this.#receive(message);
      },
    });
    void watchStatus(connection, {
      disconnect: () => {
        clearTimeout(this.#returning);
        this.#isBroken = true;
      },
      reconnect: () => {
        this.#returning = setTimeout(() => {
          this.#isBroken = false;
          this.#sendAll();
        }, callersAreBackAfterMs).unref();
      },
    });
    // Until NATS knows the subscription, callers get "no responders".
    // After a break the client library subscribes again.
    void connection
      .flush()
      .catch(() => undefined)
      .then(() => callback());
  }

  /** Also answers calls that NATS sends here before it knows that this process ends. */
  async close(): Promise<void> {
    if (!this.#options.connection.isClosed()) await this.#subscription?.drain();
    this.#arrivals.stop();
    if (this.#running > 0) await new Promise<void>((resolve) => (this.#whenIdle = resolve));
    clearTimeout(this.#returning);
    this.#sendAll();
    if (!this.#options.connection.isClosed()) await this.#options.connection.flush();
  }

  on(): never {
    throw new Error('This transport has no events of its own');
  }

  unwrap<T>(): T {
    return this.#options.connection as T;
  }

  #receive(message: Msg): void {
    const { reply, subject } = message;
    const caller = subject.slice(subject.lastIndexOf('.') + 1);
    // Security: a JetStream consumer can deliver a stored message to any subject.
    // Callers use their own inbox, so a message with another reply subject is no call.
    if (!reply?.startsWith(`${inboxPrefixOf(caller)}.`)) return;
    const inbox = reply.slice(0, reply.lastIndexOf('.'));
    const longestWaitMs = this.#arrivals.longestWaitMs();
    const calls = callsIn(message.data);
    const sentAt = calls[0]?.sentAt;
    if (sentAt !== undefined && longestWaitMs === 0) this.#clocks.compare(caller, sentAt);
    for (const sent of calls) {
      const call = arrived(sent, longestWaitMs);
      this.#running += 1;
      void this.#answer(call, caller).then((json) => {
        let group = this.#answers.get(inbox);
        if (!group) {
          group = { reply, answers: [] };
          this.#answers.set(inbox, group);
          setImmediate(() => {
            if (!this.#isBroken) this.#send(inbox);
          });
        }
        group.answers.push({ call, json });
        this.#running -= 1;
        if (this.#running === 0) this.#whenIdle?.();
      });
    }
  }

  #sendAll(): void {
    for (const inbox of [...this.#answers.keys()]) this.#send(inbox);
  }

  #send(inbox: string): void {
    const { connection } = this.#options;
    const group = this.#answers.get(inbox);
    if (!group) return;
    const { reply, answers } = group;
    this.#answers.delete(inbox);
    const { arrays, tooBig } = joinIntoArrays(answers, { maxBytes: maxPayloadOf(connection) });
    for (const { text, items } of arrays) this.#publish(reply, text, items);
    const refused = tooBig.map(({ call, json }) => {
      this.#report(new Error(`An answer of ${json.length} characters fits into no message`), call);
      return { call, json: encode(answerTo(call.id, new Refusal('internal'))) };
    });
    for (const { text, items } of joinIntoArrays(refused, { maxBytes: maxPayloadOf(connection) }).arrays)
      this.#publish(reply, text, items);
  }

  /** If NATS rejects the message, its callers time out, and the process continues. */
  #publish(reply: string, text: string, answered: readonly ReadyAnswer[]): void {
    const { connection } = this.#options;
    if (connection.isClosed()) return;
    try {
      connection.publish(reply, text);
    } catch (error) {
      for (const { call } of answered) this.#report(error, call);
    }
  }

  #report(error: unknown, call: ArrivedCall): void {
    this.#options.onError(error, { name: call.name, correlationId: call.context.correlationId });
  }

  /** Runs a call. Returns the answer as JSON and never rejects. */
  async #answer(call: ArrivedCall, caller: string): Promise<string> {
    const startedAt = performance.now();
    let code = 'ok';
    try {
      return encode({ id: call.id, output: await this.#run(call, caller) } satisfies WireAnswer);
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal('internal');
      code = refusal.code;
      if (!(error instanceof Refusal) || errorRules[refusal.code].report) this.#report(error, call);
      return encode(answerTo(call.id, refusal));
    } finally {
      this.#options.onCall?.({ name: call.name, seconds: (performance.now() - startedAt) / 1000, code });
    }
  }

  async #run(call: ArrivedCall, caller: string): Promise<unknown> {
    const pattern = patternOf({ service: this.#options.service as Rpc['service'], name: call.name });
    const contract = this.#contracts.get(pattern);
    const handler = this.messageHandlers.get(pattern);
    if (!contract || !handler) throw new Refusal('not_found', `Nothing answers ${pattern}`);
    if (!isAllowedToCall(contract, caller)) throw new Refusal('forbidden', `${caller} may not ask ${pattern}`);
    // Only operators and the seed may set the time of an act.
    if (call.context.now !== undefined && caller !== 'operator')
      throw new Refusal('forbidden', `${caller} may not date an act`);
    if (Date.parse(call.context.deadline) <= steadyNow()) throw unavailable();
    const input = contract.input.safeParse(call.input);
    if (!input.success) {
      const fields = Object.fromEntries(
        input.error.issues.map((issue) => [issue.path.join('.') || 'input', issue.message]),
      );
      throw new Refusal('invalid_input', undefined, { fields });
    }
    const answer: unknown = await handler(input.data, call.context);
    return isObservable(answer) ? await lastValueFrom(answer) : answer;
  }
}
