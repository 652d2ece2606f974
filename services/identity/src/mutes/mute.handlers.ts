import { identityRpc, limits, Refusal } from '@hearsay/contracts';
import { executeAfterLookUp } from '@hearsay/event-store';
import { handlersOf } from '@hearsay/messaging';
import { actorOf, commandContext } from '@hearsay/service-runtime';
import type { AccountDependencies } from '../accounts/account-dependencies.js';
import { setMute } from './mute.decider.js';
import type { MuteQueries } from './mute.queries.js';

interface MuteHandlerDependencies extends Pick<AccountDependencies, 'pipeline' | 'people'> {
  readonly mutes: MuteQueries;
}

export const muteHandlers = ({ pipeline, people, mutes }: MuteHandlerDependencies) =>
  handlersOf(identityRpc, {
    setMute({ isGone = false, ...input }, context) {
      const mute = { ...input, accountId: actorOf(context) };
      const { accountId, kind, mutedId } = mute;
      const lookUp = async () => {
        if (mutedId === accountId) throw new Refusal('invalid_input', 'You cannot block or mute yourself');
        const { isOn, count } = await mutes.stateOf(mute);
        // Skips the checks, so that a mute can be undone even if the person or the question no longer exists.
        if (isOn) return mute;
        if (kind === 'question' ? isGone : (await people.peopleByIds([mutedId])).length === 0)
          throw new Refusal('not_found');
        if (count >= limits.mutes && mute.isOn)
          throw new Refusal('conflict', `You can block and mute ${limits.mutes.toLocaleString('en')} at most`);
        return mute;
      };
      return executeAfterLookUp(pipeline, setMute, lookUp, commandContext(context, input));
    },

    ownMutes: async (_input, context) => ({ mutes: await mutes.ownMutes(actorOf(context)) }),
    blockersAmong: async ({ accountIds }, context) => ({
      blockerIds: await mutes.blockersAmong(accountIds, actorOf(context)),
    }),
  });
