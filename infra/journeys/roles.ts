import { identityRpc } from '@hearsay/contracts';
import { connectOperator, operatorContext } from '@hearsay/service-runtime';
import type { Client } from './client.ts';
import type { System } from './system.ts';

/** Gives a signed-in person a role, as an operator does. The gateway hears of it a moment later. */
export const grantRole = async (system: System, { user }: Client, role: 'ambassador' | 'spotlight'): Promise<void> => {
  const operator = await connectOperator({ url: system.natsUrl });
  try {
    await operator.rpc.call(identityRpc.setRole, { username: user.username, role, isGranted: true }, operatorContext());
  } finally {
    await operator.close();
  }
};
