import { type CallContext, rpcContractsOf } from '@hearsay/contracts';
import { RpcServer } from '@hearsay/messaging';
import type { NatsConnection } from '@nats-io/transport-node';

type Answer = (input: unknown, context: CallContext) => object;

/** A service with fixed answers by the name of the call. All other calls are refused as `not_found`. */
export const createTestServiceStub = (
  connection: NatsConnection,
  prefix: string,
  service: string,
  answers: Readonly<Record<string, Answer>>,
): { stop(): Promise<void> } => {
  const contracts = rpcContractsOf(service).filter(({ name }) => name in answers);
  const server = new RpcServer({ connection, service, prefix, contracts, onError: () => undefined });
  for (const { name } of contracts)
    server.addHandler(`${service}.${name}`, async (input: unknown, context: CallContext) =>
      answers[name]!(input, context),
    );
  server.listen(() => undefined);
  return { stop: () => server.close().catch(() => undefined) };
};
