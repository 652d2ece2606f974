import { foldUsername, identityRpc } from '@hearsay/contracts';
import { lowestLevel } from '@hearsay/game-rules';
import { handlersOf } from '@hearsay/messaging';
import { actorOf, commandContext, uuidv7 } from '@hearsay/service-runtime';
import type { AccountParts } from './account-parts.js';
import type { AccountRemovals } from './account-removals.js';
import { changeProfile, hideInvitation, removeInvitation } from './profile.decider.js';
import { setRoleByName } from './roles.js';
import type { WhoMayAsk } from './who-may-ask.js';

interface Parts extends AccountParts {
  readonly whoMayAsk: WhoMayAsk;
  readonly removals: AccountRemovals;
  /** Folded names. Posts under these names cannot be wiped. */
  readonly protectedNames: readonly string[];
}

export const accountsHandlers = ({ pipeline, people, whoMayAsk, credentials, removals, ...names }: Parts) => {
  const withProtection = <T extends { readonly username: string }>(found: readonly T[]) =>
    found.map((person) => ({
      ...person,
      isProtected: names.protectedNames.includes(foldUsername(person.username)),
    }));

  const idsNamed = async (username: string) => {
    const credential = await credentials.byName(username);
    return credential ? [credential.accountId] : [];
  };

  return handlersOf(identityRpc, {
    people: async ({ ids }) => ({ people: await people.byIds(ids) }),
    shownPictures: async ({ keys }) => ({ keys: await people.shownPictures(keys) }),
    async personByName({ username }) {
      const [person = null] = await people.byIds(await idsNamed(username));
      return { person };
    },
    accountByName: async ({ username }) => ({ accountId: (await idsNamed(username))[0] ?? null }),
    searchPeople: async ({ words, limit }) => ({ people: withProtection(await people.search(words, limit)) }),

    async listPeople({ onlyWhoTakeQuestions, isAnonymous, ...page }, context) {
      const found = await (onlyWhoTakeQuestions ? whoMayAsk.takers(page, isAnonymous, context) : people.byName(page));
      return { people: withProtection(found) };
    },

    mayAsk: (input, context) => whoMayAsk.mayAsk(input, context),

    async wipeSubject({ accountId }) {
      const [person] = withProtection(await people.byIds([accountId]));
      const removalId = await people.removalOf(accountId);
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
      const [person] = input.aura === undefined ? [] : await people.byIds([accountId]);
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

    deleteAccount: (input, context) => removals.delete(input, context),
    setRole: (input, context) => setRoleByName(pipeline, credentials, input, commandContext(context)),
  });
};
