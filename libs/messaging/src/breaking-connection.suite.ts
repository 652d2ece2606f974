import type { Msg, NatsConnection } from '@nats-io/nats-core';

type Callback = (error: Error | null, message: Msg) => void;

export const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

export class BreakingConnection {
  readonly published: string[] = [];
  readonly info = { max_payload: 1_000_000 };
  #tell: ((type: string) => void) | undefined;
  #callback: Callback | undefined;

  get asNats(): NatsConnection {
    return this as unknown as NatsConnection;
  }

  subscribe = (_subject: string, { callback }: { callback: Callback }) => {
    this.#callback = callback;
    const unsubscribe = () => {
      this.#callback = undefined;
    };
    // Messages still arrive until the server has answered.
    return { unsubscribe, drain: () => nextTurn().then(unsubscribe) };
  };
  isClosed = () => false;
  flush = async () => undefined;
  publish = (_subject: string, text: string) => void this.published.push(text);

  async *status(): AsyncGenerator<{ type: string }> {
    for (;;) yield { type: await new Promise<string>((resolve) => (this.#tell = resolve)) };
  }

  async setStatus(type: 'disconnect' | 'reconnect'): Promise<void> {
    this.#tell?.(type);
    await nextTurn();
  }

  deliver(message: Pick<Msg, 'subject' | 'data'> & { reply?: string }): void {
    this.#callback?.(null, message as Msg);
  }
}
