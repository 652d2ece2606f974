import { identityRpc, Refusal } from '@hearsay/contracts';
import { executeAfterLookUp } from '@hearsay/event-store';
import { handlersOf } from '@hearsay/messaging';
import { actorOf, commandContext } from '@hearsay/service-runtime';
import type { AccountDependencies } from '../accounts/account-dependencies.js';
import { passwordGeneration } from '../sessions/credentials.js';
import type { FounderLinks } from './founder-links.js';
import type { PasswordChanges } from './password-changes.js';
import { recordSessionEnd } from './sign-in.decider.js';
import type { SignIn } from './sign-in.js';

interface SessionHandlerDependencies extends AccountDependencies {
  readonly signIn: SignIn;
  readonly passwordChanges: PasswordChanges;
  readonly founderLinks: FounderLinks;
}

export const sessionsHandlers = (parts: SessionHandlerDependencies) => {
  const { pipeline, signIn, sessions, passwordChanges, announceEndedSessions, credentials, founderLinks } = parts;
  return handlersOf(identityRpc, {
    register: (input, context) => signIn.register(input, context),
    login: (input, context) => signIn.login(input, context),

    async logout({ tokenHash }) {
      await sessions.end(tokenHash);
      // Announces the end even if no row was deleted. An earlier attempt may have died after it deleted the row.
      announceEndedSessions([tokenHash]);
      return {};
    },

    session: async ({ tokenHash }) => ({ session: await sessions.find(tokenHash) }),
    ownSessions: async ({ tokenHash }, context) => ({
      sessions: await sessions.listSessions(actorOf(context), tokenHash),
    }),

    async endSession({ id }, context) {
      const accountId = actorOf(context);
      const lookUp = async () => {
        if (!(await sessions.isOwnSession(accountId, id))) throw new Refusal('not_found', 'You have no such session');
        return { id };
      };
      // Records the call first, so that a repeat can finish it after an interruption.
      await executeAfterLookUp(pipeline, recordSessionEnd, lookUp, commandContext(context, { id }));
      const tokenHash = await sessions.endSessionById(accountId, id);
      if (tokenHash !== null) announceEndedSessions([tokenHash]);
      return { endedTokenHash: tokenHash };
    },

    async endOtherSessions({ tokenHash }, context) {
      announceEndedSessions(await sessions.endAllExcept(actorOf(context), tokenHash));
      return {};
    },

    changePassword: async (input, context) => ({ token: await passwordChanges.changePassword(input, context) }),
    async passwordGeneration({ username }) {
      const credential = await credentials.findByName(username);
      return { generation: credential && passwordGeneration(credential.passwordHash) };
    },
    allowReset: ({ username }, context) => passwordChanges.allowReset(username, context),
    resetPassword: (input, context) => passwordChanges.resetPassword(input, context),
    makeFounderLink: async (input) => ({ link: await founderLinks.makeLink(input) }),
  });
};
