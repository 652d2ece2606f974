import { foldUsername, identityRpc, Refusal } from '@hearsay/contracts';
import { lowestLevel } from '@hearsay/game-rules';
import { handlersOf } from '@hearsay/messaging';
import { actorOf, commandContext, uuidv7 } from '@hearsay/service-runtime';
import { setRole } from './account.decider.js';
import type { AccountDependencies } from './account-dependencies.js';
import type { AccountRemovals } from './account-removals.js';
import type { AskPermissions } from './ask-permissions.js';
import { changeProfile, hideInvitation, removeInvitation } from './profile.decider.js';

interface AccountHandlerDependencies extends AccountDependencies {
  readonly whoMayAsk: AskPermissions;
  readonly removals: AccountRemovals;
  /** Folded names of accounts whose posts cannot be wiped. */
  readonly protectedNames: readonly string[];
}

export const accountsHandlers = ({
  pipeline,
  people,
  whoMayAsk,
  credentials,
  removals,
  ...names
}: AccountHandlerDependencies) => {
  const withProtection = <T extends { readonly username: string }>(found: readonly T[]) =>
    found.map((person) => ({
      ...person,
      isProtected: names.protectedNames.includes(foldUsername(person.username)),
    }));

  const accountIdsByName = async (username: string) => {
    const credential = await credentials.findByName(username);
    return credential ? [credential.accountId] : [];
  };

  return handlersOf(identityRpc, {
    people: async ({ ids }) => ({ people: await people.peopleByIds(ids) }),
    shownPictures: async ({ keys }) => ({ keys: await people.picturesInUse(keys) }),
    async personByName({ username }) {
      const [person = null] = await people.peopleByIds(await accountIdsByName(username));
      return { person };
    },
    accountByName: async ({ username }) => ({ accountId: (await accountIdsByName(username))[0] ?? null }),
    searchPeople: async ({ words, limit }) => ({ people: withProtection(await people.searchPeople(words, limit)) }),

    async listPeople({ onlyWhoTakeQuestions, isAnonymous, ...page }, context) {
      const found = await (onlyWhoTakeQuestions
        ? whoMayAsk.listAskablePeople(page, isAnonymous, context)
        : people.listByName(page));
      return { people: withProtection(found) };
    },

    mayAsk: (input, context) => whoMayAsk.mayAsk(input, context),

    async wipeSubject({ accountId }) {
      const [person] = withProtection(await people.peopleByIds([accountId]));
      const removalId = await people.removalIdOf(accountId);
      return {
        exists: person !== undefined,
        isProtected: person?.isProtected ?? false,
        removalId,
        hasInvitation: (person?.invitation ?? null) !== null,
      };
    },

    async changeProfile(input, context) {
      const accountId = actorOf(context);
      const { profileLink, profileImage, invitation, ...facts } = input;
      const [person] = input.aura === undefined ? [] : await people.peopleByIds([accountId]);
      const level = person?.level ?? lowestLevel;
      const words = (text: string | null | undefined) =>
        text === undefined ? undefined : { textId: uuidv7(), words: text };
      const texts = {
        profileLink: words(profileLink),
        profileImage: words(profileImage),
        invitation: words(invitation),
      };
      const change = { ...facts, ...texts, accountId, level };
      await pipeline.execute(changeProfile, change, commandContext(context, input));
      return {};
    },

    removeInvitation: (input, context) => pipeline.execute(removeInvitation, input, commandContext(context, input)),
    hideInvitationOf: (input, context) =>
      pipeline.execute(hideInvitation, { ...input, isHidden: true }, commandContext(context)),
    showInvitationOf: (input, context) =>
      pipeline.execute(hideInvitation, { ...input, isHidden: false }, commandContext(context)),

    deleteAccount: (input, context) => removals.deleteAccount(input, context),

    async setRole({ username, ...change }, context) {
      const [accountId] = await accountIdsByName(username);
      if (accountId === undefined) throw new Refusal('not_found', 'Nobody has this username');
      return { accountId, ...(await pipeline.execute(setRole, { accountId, ...change }, commandContext(context))) };
    },
  });
};
