import type { RpcClient } from '@hearsay/messaging';
import { connectOperator } from '@hearsay/service-runtime';
import type { System } from '../local/bring-up.ts';

/** Asks the services what only operators may ask, as their programs do. */
export const askServices = async <T>(system: System, ask: (rpc: RpcClient) => Promise<T>): Promise<T> => {
  const operator = await connectOperator({ url: system.natsUrl });
  try {
    return await ask(operator.rpc);
  } finally {
    await operator.close();
  }
};
