import { errorRules, Refusal, type Rpc, rpcSubject } from '@hearsay/contracts';
import type { Msg, NatsConnection, Subscription } from '@nats-io/nats-core';
import { Ctx, type CustomTransportStrategy, MessagePattern, Payload, Server } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import { type CallBatch, decode, encode, type WireAnswer, type WireCall } from './wire.js';

const patternOf = (rpc: Pick<Rpc, 'service' | 'name'>) => `${rpc.service}.${rpc.name}`;
const contracts = new Map<string, Rpc>();

/** Marks a controller method `(input, context: CallContext) => Promise<output>` as the one that answers this contract. */
export const Handles = (rpc: Rpc): MethodDecorator => {
  contracts.set(patternOf(rpc), rpc);
  return (target, method, descriptor) => {
    // Without these Nest would pass the payload alone.
    Payload()(target, method, 0);
    Ctx()(target, method, 1);
    return MessagePattern(patternOf(rpc))(target, method, descriptor);
  };
};

interface RpcServerOptions {
  readonly connection: NatsConnection;
  readonly service: string;
  readonly prefix: string;
  /** Told about every error that is not an expected refusal; never sees inputs. */
  readonly onError: (error: unknown, call: { name: string; correlationId: string }) => void;
  readonly onCall?: (call: { name: string; seconds: number; code: string }) => void;
}

/**
 * Nest transport of `RpcClient`'s calls: one queue group per service, input checked by its contract, answers grouped per
 * message turn. Anything but a Refusal reaches the caller as a bare `internal`.
 */
export class RpcServer extends Server implements CustomTransportStrategy {
  readonly #options: RpcServerOptions;
  readonly #answers = new Map<string, WireAnswer[]>();
  #subscription: Subscription | undefined;
  #running = 0;
  #whenIdle: (() => void) | undefined;

  constructor(options: RpcServerOptions) {
    super();
    this.#options = options;
  }

  listen(callback: (error?: unknown) => void): void {
    const { connection, service, prefix } = this.#options;
    this.#subscription = connection.subscribe(`${prefix}${rpcSubject(service)}`, {
      queue: service,
      callback: (error, message) => {
        if (!error) this.#receive(message);
      },
    });
    callback();
  }

  /** Takes no new calls, finishes those that run and sends their answers. */
  async close(): Promise<void> {
    this.#subscription?.unsubscribe();
    if (this.#running > 0) await new Promise<void>((resolve) => (this.#whenIdle = resolve));
    for (const reply of [...this.#answers.keys()]) this.#send(reply);
    if (!this.#options.connection.isClosed()) await this.#options.connection.flush();
  }

  on(): never {
    throw new Error('This transport has no events of its own');
  }

  unwrap<T>(): T {
    return this.#options.connection as T;
  }

  #receive(message: Msg): void {
    const reply = message.reply;
    if (!reply) return;
    for (const call of decode<CallBatch>(message.data).calls) {
      this.#running += 1;
      void this.#answer(call).then((answer) => {
        let group = this.#answers.get(reply);
        if (!group) {
          group = [];
          this.#answers.set(reply, group);
          setImmediate(() => this.#send(reply));
        }
        group.push(answer);
        this.#running -= 1;
        if (this.#running === 0) this.#whenIdle?.();
      });
    }
  }

  #send(reply: string): void {
    const group = this.#answers.get(reply);
    this.#answers.delete(reply);
    if (group && !this.#options.connection.isClosed()) this.#options.connection.publish(reply, encode(group));
  }

  async #answer(call: WireCall): Promise<WireAnswer> {
    const startedAt = performance.now();
    let code = 'ok';
    try {
      return { id: call.id, output: await this.#run(call) };
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal('internal');
      code = refusal.code;
      if (!(error instanceof Refusal) || errorRules[refusal.code].report) {
        this.#options.onError(error, { name: call.name, correlationId: call.context.correlationId });
      }
      return { id: call.id, refusal: { code: refusal.code, message: refusal.message, details: refusal.details } };
    } finally {
      this.#options.onCall?.({ name: call.name, seconds: (performance.now() - startedAt) / 1000, code });
    }
  }

  async #run(call: WireCall): Promise<unknown> {
    const pattern = patternOf({ service: this.#options.service as Rpc['service'], name: call.name });
    const contract = contracts.get(pattern);
    const handler = this.messageHandlers.get(pattern);
    if (!contract || !handler) throw new Refusal('not_found', `Nothing answers ${pattern}`);
    if (Date.parse(call.context.deadline) <= Date.now()) throw new Refusal('unavailable', undefined, { retryAfter: 1 });
    const input = contract.input.safeParse(call.input);
    if (!input.success) {
      const fields = Object.fromEntries(input.error.issues.map((issue) => [issue.path.join('.') || 'input', issue.message]));
      throw new Refusal('invalid_input', undefined, { fields });
    }
    const answer: unknown = await handler(input.data, call.context);
    return isObservable(answer) ? await lastValueFrom(answer) : answer;
  }
}
