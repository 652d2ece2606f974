import { type CallContext, identityRpc, type RpcOutput, type RpcParsed } from '@hearsay/contracts';
import { Handles } from '@hearsay/messaging';
import { commandContext } from '@hearsay/service-runtime';
import { Controller } from '@nestjs/common';
import { Roles } from '../roles/roles.js';
import { Credentials } from '../sessions/credentials.js';
import { PeopleQueries } from './people.queries.js';

@Controller()
export class AccountsController {
  constructor(
    private readonly queries: PeopleQueries,
    private readonly credentials: Credentials,
    private readonly roles: Roles,
  ) {}

  @Handles(identityRpc.people)
  async people({ ids }: RpcParsed<typeof identityRpc.people>): Promise<RpcOutput<typeof identityRpc.people>> {
    return { people: await this.queries.byIds(ids) };
  }

  @Handles(identityRpc.accountByName)
  async accountByName(input: RpcParsed<typeof identityRpc.accountByName>): Promise<RpcOutput<typeof identityRpc.accountByName>> {
    const account = await this.credentials.byName(input.username);
    return { accountId: account?.accountId ?? null };
  }

  @Handles(identityRpc.setRole)
  setRole(input: RpcParsed<typeof identityRpc.setRole>, context: CallContext): Promise<RpcOutput<typeof identityRpc.setRole>> {
    return this.roles.set(input, commandContext(context));
  }
}
