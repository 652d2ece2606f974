import type { RpcClient } from '@hearsay/messaging';
import { connectOperator } from '@hearsay/service-runtime';
import type { System } from '../local/bring-up.ts';
import { SeedCalls } from '../seed/calls.ts';

/**
 * Connects to the services as the operator. `calls` repeats a call while its service is unavailable, `rpc` does not.
 */
export const withServiceCalls = async <T>(
  system: System,
  ask: (calls: SeedCalls, rpc: RpcClient) => Promise<T>,
): Promise<T> => {
  const operator = await connectOperator({ url: system.natsUrl });
  try {
    return await ask(new SeedCalls(operator.rpc), operator.rpc);
  } finally {
    await operator.close();
  }
};
