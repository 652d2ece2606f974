import { type identityRpc, Refusal, type RpcOutput, type RpcParsed } from '@hearsay/contracts';
import type { CommandContext, CommandPipeline } from '@hearsay/event-store';
import type { Credentials } from '../sessions/credentials.js';
import { setRole } from './account.decider.js';

/** @throws Refusal `not_found` for an unknown name */
export const setRoleByName = async (
  pipeline: CommandPipeline,
  credentials: Credentials,
  { username, ...change }: RpcParsed<typeof identityRpc.setRole>,
  context: CommandContext,
): Promise<RpcOutput<typeof identityRpc.setRole>> => {
  const account = await credentials.findByName(username);
  if (!account) throw new Refusal('not_found', 'Nobody has this username');
  const { accountId } = account;
  return { accountId, ...(await pipeline.execute(setRole, { accountId, ...change }, context)) };
};
