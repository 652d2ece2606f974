import { foldUsername, identityRpc, type RpcParsed } from '@hearsay/contracts';
import { Handles } from '@hearsay/messaging';
import { Controller } from '@nestjs/common';
import { PeopleQueries } from './people.queries.js';

/** Names of the configuration, as they are compared: nobody may wipe what is posted under them. */
export class ProtectedNames {
  constructor(private readonly folded: readonly string[]) {}

  has(username: string): boolean {
    return this.folded.includes(foldUsername(username));
  }
}

@Controller()
export class WipeSubjectsController {
  constructor(
    private readonly people: PeopleQueries,
    private readonly names: ProtectedNames,
  ) {}

  @Handles(identityRpc.wipeSubject)
  async wipeSubject({ accountId }: RpcParsed<typeof identityRpc.wipeSubject>) {
    const [[person], removalId] = await Promise.all([this.people.byIds([accountId]), this.people.removalOf(accountId)]);
    return {
      exists: person !== undefined,
      isProtected: person !== undefined && this.names.has(person.username),
      removalId,
    };
  }
}
