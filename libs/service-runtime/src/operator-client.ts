import { randomUUID } from 'node:crypto';
import { type CallContext, deadlineIn } from '@hearsay/contracts';
import { connectNats, type NatsAccess, RpcClient } from '@hearsay/messaging';
import { asked } from './server-refusals.js';

/** How long an operator's program waits for the answer of a service. */
const operatorTimeoutMs = 20_000;

/** A call context of an operator or the seed; `now` (ISO) dates the act. */
export const operatorContext = (
  options: { accountId?: string; now?: string; idempotencyKey?: string } = {},
): CallContext => ({
  correlationId: randomUUID(),
  accountId: options.accountId ?? null,
  deadline: deadlineIn(operatorTimeoutMs),
  ...(options.now && { now: options.now }),
  ...(options.idempotencyKey && { idempotencyKey: options.idempotencyKey }),
});

/** Connects an operator's tool to the services; `close` ends it. */
export const connectOperator = async (options: NatsAccess & { prefix?: string }) => {
  const connection = await asked('NATS', connectNats({ ...options, name: 'operator', process: 'operator' }));
  const rpc = new RpcClient(connection, { prefix: options.prefix ?? '', caller: 'operator' });
  return {
    rpc,
    async close() {
      rpc.close();
      await connection.close();
    },
  };
};
