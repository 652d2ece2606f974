import { type CallContext, foldUsername, identityRpc, type RpcParsed } from '@hearsay/contracts';
import { CommandPipeline } from '@hearsay/event-store';
import { lowestLevel } from '@hearsay/game-rules';
import { Handles } from '@hearsay/messaging';
import { actorOf, commandContext, uuidv7 } from '@hearsay/service-runtime';
import { Controller } from '@nestjs/common';
import { Credentials } from '../sessions/credentials.js';
import { AccountRemovals } from './account-removals.js';
import { PeopleLists, PeopleQueries } from './people.queries.js';
import { changeProfile } from './profile.decider.js';
import { setRoleByName } from './roles.js';
import { WhoMayAsk } from './who-may-ask.js';

/** Folded names from the configuration. Posts under these names cannot be wiped. */
export class ProtectedNames {
  constructor(private readonly folded: readonly string[]) {}

  has(username: string): boolean {
    return this.folded.includes(foldUsername(username));
  }
}

@Controller()
export class AccountsController {
  constructor(
    private readonly pipeline: CommandPipeline,
    private readonly queries: PeopleQueries,
    private readonly lists: PeopleLists,
    private readonly whoMayAsk: WhoMayAsk,
    private readonly credentials: Credentials,
    private readonly removals: AccountRemovals,
    private readonly protectedNames: ProtectedNames,
  ) {}

  @Handles(identityRpc.people)
  async people({ ids }: RpcParsed<typeof identityRpc.people>) {
    return { people: await this.queries.byIds(ids) };
  }

  @Handles(identityRpc.shownPictures)
  async shownPictures({ keys }: RpcParsed<typeof identityRpc.shownPictures>) {
    return { keys: await this.queries.shownPictures(keys) };
  }

  @Handles(identityRpc.personByName)
  async personByName({ username }: RpcParsed<typeof identityRpc.personByName>) {
    return { person: await this.queries.byName(username) };
  }

  @Handles(identityRpc.searchPeople)
  async searchPeople(input: RpcParsed<typeof identityRpc.searchPeople>) {
    return { people: this.#withProtection(await this.lists.search(input.words, input.limit)) };
  }

  @Handles(identityRpc.listPeople)
  async listPeople(
    { limit, after, onlyWhoTakeQuestions, isAnonymous }: RpcParsed<typeof identityRpc.listPeople>,
    context: CallContext,
  ) {
    const page = { limit, after };
    const people = await (onlyWhoTakeQuestions
      ? this.whoMayAsk.takers(page, isAnonymous, context)
      : this.lists.list(page));
    return { people: this.#withProtection(people) };
  }

  @Handles(identityRpc.mayAsk)
  async mayAsk(input: RpcParsed<typeof identityRpc.mayAsk>, context: CallContext) {
    return { mayAsk: await this.whoMayAsk.mayAsk(input, context) };
  }

  @Handles(identityRpc.wipeSubject)
  async wipeSubject({ accountId }: RpcParsed<typeof identityRpc.wipeSubject>) {
    const [person] = this.#withProtection(await this.queries.byIds([accountId]));
    const removalId = await this.queries.removalOf(accountId);
    return { exists: person !== undefined, isProtected: person?.isProtected ?? false, removalId };
  }

  @Handles(identityRpc.changeProfile)
  async changeProfile(input: RpcParsed<typeof identityRpc.changeProfile>, context: CallContext) {
    const accountId = actorOf(context);
    const { profileLink, profileImage, ...facts } = input;
    const level = input.aura === undefined ? lowestLevel : await this.queries.levelOf(accountId);
    const words = (text: string | null | undefined) =>
      text === undefined ? undefined : { textId: uuidv7(), words: text };
    const change = { ...facts, accountId, level, profileLink: words(profileLink), profileImage: words(profileImage) };
    await this.pipeline.execute(changeProfile, change, commandContext(context, input));
    return {};
  }

  @Handles(identityRpc.deleteAccount)
  deleteAccount(input: RpcParsed<typeof identityRpc.deleteAccount>, context: CallContext) {
    return this.removals.delete(input, context);
  }

  @Handles(identityRpc.accountByName)
  async accountByName({ username }: RpcParsed<typeof identityRpc.accountByName>) {
    return { accountId: await this.queries.idByName(username) };
  }

  @Handles(identityRpc.setRole)
  setRole(input: RpcParsed<typeof identityRpc.setRole>, context: CallContext) {
    return setRoleByName(this.pipeline, this.credentials, input, commandContext(context));
  }

  #withProtection<T extends { readonly username: string }>(people: readonly T[]): (T & { isProtected: boolean })[] {
    return people.map((person) => ({ ...person, isProtected: this.protectedNames.has(person.username) }));
  }
}
