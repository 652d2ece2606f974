import { foldUsername, identityRpc } from '@hearsay/contracts';
import type { CommandPipeline } from '@hearsay/event-store';
import { lowestLevel } from '@hearsay/game-rules';
import { handlersOf } from '@hearsay/messaging';
import { actorOf, commandContext, uuidv7 } from '@hearsay/service-runtime';
import type { Credentials } from '../sessions/credentials.js';
import type { AccountRemovals } from './account-removals.js';
import type { PeopleLists, PeopleQueries } from './people.queries.js';
import { changeProfile } from './profile.decider.js';
import { setRoleByName } from './roles.js';
import type { WhoMayAsk } from './who-may-ask.js';

interface Parts {
  readonly pipeline: CommandPipeline;
  readonly people: PeopleQueries;
  readonly lists: PeopleLists;
  readonly whoMayAsk: WhoMayAsk;
  readonly credentials: Credentials;
  readonly removals: AccountRemovals;
  /** Folded names. Posts under these names cannot be wiped. */
  readonly protectedNames: readonly string[];
}

export const accountsHandlers = ({ pipeline, people, lists, whoMayAsk, credentials, removals, ...names }: Parts) => {
  const withProtection = <T extends { readonly username: string }>(found: readonly T[]) =>
    found.map((person) => ({
      ...person,
      isProtected: names.protectedNames.includes(foldUsername(person.username)),
    }));

  return handlersOf(identityRpc, {
    people: async ({ ids }) => ({ people: await people.byIds(ids) }),
    shownPictures: async ({ keys }) => ({ keys: await people.shownPictures(keys) }),
    personByName: async ({ username }) => ({ person: await people.byName(username) }),
    accountByName: async ({ username }) => ({ accountId: await people.idByName(username) }),
    searchPeople: async ({ words, limit }) => ({ people: withProtection(await lists.search(words, limit)) }),

    async listPeople({ onlyWhoTakeQuestions, isAnonymous, ...page }, context) {
      const found = await (onlyWhoTakeQuestions ? whoMayAsk.takers(page, isAnonymous, context) : lists.list(page));
      return { people: withProtection(found) };
    },

    mayAsk: async (input, context) => ({ mayAsk: await whoMayAsk.mayAsk(input, context) }),

    async wipeSubject({ accountId }) {
      const [person] = withProtection(await people.byIds([accountId]));
      const removalId = await people.removalOf(accountId);
      return { exists: person !== undefined, isProtected: person?.isProtected ?? false, removalId };
    },

    async changeProfile(input, context) {
      const accountId = actorOf(context);
      const { profileLink, profileImage, ...facts } = input;
      const level = input.aura === undefined ? lowestLevel : await people.levelOf(accountId);
      const words = (text: string | null | undefined) =>
        text === undefined ? undefined : { textId: uuidv7(), words: text };
      const change = { ...facts, accountId, level, profileLink: words(profileLink), profileImage: words(profileImage) };
      await pipeline.execute(changeProfile, change, commandContext(context, input));
      return {};
    },

    deleteAccount: (input, context) => removals.delete(input, context),
    setRole: (input, context) => setRoleByName(pipeline, credentials, input, commandContext(context)),
  });
};
