import { identityRpc, Refusal } from '@hearsay/contracts';
import { executeAfterLookUp } from '@hearsay/event-store';
import { handlersOf } from '@hearsay/messaging';
import { actorOf, commandContext } from '@hearsay/service-runtime';
import type { AccountParts } from '../accounts/account-parts.js';
import { generationOf } from '../sessions/credentials.js';
import type { FounderLinks } from './founder-links.js';
import type { PasswordChanges } from './password-changes.js';
import { endSession } from './sign-in.decider.js';
import type { SignIn } from './sign-in.js';

interface Parts extends AccountParts {
  readonly signIn: SignIn;
  readonly passwordChanges: PasswordChanges;
  readonly founderLinks: FounderLinks;
}

export const sessionsHandlers = (parts: Parts) => {
  const { pipeline, signIn, sessions, passwordChanges, announceEnds, credentials, founderLinks } = parts;
  return handlersOf(identityRpc, {
    register: (input, context) => signIn.register(input, context),
    login: (input, context) => signIn.login(input, context),

    async logout({ tokenHash }) {
      await sessions.end(tokenHash);
      // Announces the end even without a row: an earlier attempt may have died after it deleted the row.
      announceEnds([tokenHash]);
      return {};
    },

    session: async ({ tokenHash }) => ({ session: await sessions.find(tokenHash) }),
    ownSessions: async ({ tokenHash }, context) => ({
      sessions: await sessions.ofAccount(actorOf(context), tokenHash),
    }),

    async endSession({ id }, context) {
      const accountId = actorOf(context);
      const lookUp = async () => {
        if (!(await sessions.has(accountId, id))) throw new Refusal('not_found', 'You have no such session');
        return { id };
      };
      // Records the call first, so that a repeat can finish it after an interruption.
      await executeAfterLookUp(pipeline, endSession, lookUp, commandContext(context, { id }));
      const tokenHash = await sessions.endOne(accountId, id);
      if (tokenHash !== null) announceEnds([tokenHash]);
      return { endedTokenHash: tokenHash };
    },

    async endOtherSessions({ tokenHash }, context) {
      announceEnds(await sessions.endAll(actorOf(context), tokenHash));
      return {};
    },

    changePassword: async (input, context) => ({ token: await passwordChanges.change(input, context) }),
    async passwordGeneration({ username }) {
      const credential = await credentials.byName(username);
      return { generation: credential && generationOf(credential.passwordHash) };
    },
    allowReset: ({ username }, context) => passwordChanges.allowReset(username, context),
    resetPassword: (input, context) => passwordChanges.reset(input, context),
    makeFounderLink: async (input) => ({ link: await founderLinks.make(input) }),
  });
};
