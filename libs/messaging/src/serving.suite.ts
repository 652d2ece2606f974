import type { CallContext, Rpc, RpcOutput, RpcParsed } from '@hearsay/contracts';
import type { NatsConnection } from '@nats-io/nats-core';
import { RpcServer } from './rpc-server.js';

export const contextOf = (more: Partial<CallContext> = {}, withinMs = 60_000): CallContext => ({
  correlationId: 'c',
  accountId: null,
  deadline: new Date(Date.now() + withinMs).toISOString(),
  ...more,
});

interface Handler {
  readonly rpc: Rpc;
  answer(input: never, context: CallContext): Promise<unknown>;
}

export const handler = <R extends Rpc>(
  rpc: R,
  answer: (input: RpcParsed<R>, context: CallContext) => Promise<RpcOutput<R>>,
): Handler => ({ rpc, answer });

/** Serves these handlers without Nest. By default `contracts` are the contracts of the handlers. */
export const serve = async (
  connection: NatsConnection,
  handlers: readonly Handler[],
  options: { prefix?: string; contracts?: readonly Rpc[]; onError?: (error: unknown) => void } = {},
): Promise<RpcServer> => {
  const { prefix = '', contracts = handlers.map(({ rpc }) => rpc), onError = () => undefined } = options;
  const server = new RpcServer({ connection, service: handlers[0]!.rpc.service, prefix, contracts, onError });
  for (const { rpc, answer } of handlers) server.addHandler(`${rpc.service}.${rpc.name}`, answer as never);
  await new Promise<void>((resolve, reject) => server.listen((error) => (error ? reject(error) : resolve())));
  return server;
};
