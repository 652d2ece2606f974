import { identityRpc } from '@hearsay/contracts';
import { operatorContext } from '@hearsay/service-runtime';
import type { Client } from './client.ts';
import { askServices } from './operator.ts';
import type { System } from './system.ts';

/** Gives a signed-in person a role, as an operator does. The gateway hears of it a moment later. */
export const grantRole = async (system: System, { user }: Client, role: 'ambassador' | 'spotlight'): Promise<void> => {
  const input = { username: user.username, role, isGranted: true };
  await askServices(system, (rpc) => rpc.call(identityRpc.setRole, input, operatorContext()));
};
