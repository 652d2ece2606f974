import { identityRpc, limits, Refusal } from '@hearsay/contracts';
import { executeAfterLookUp } from '@hearsay/event-store';
import { handlersOf } from '@hearsay/messaging';
import { actorOf, commandContext } from '@hearsay/service-runtime';
import type { AccountParts } from '../accounts/account-parts.js';
import { setMute } from './mute.decider.js';
import type { MuteQueries } from './mute.queries.js';

interface Parts extends Pick<AccountParts, 'pipeline' | 'people'> {
  readonly mutes: MuteQueries;
}

export const muteHandlers = ({ pipeline, people, mutes }: Parts) =>
  handlersOf(identityRpc, {
    setMute({ isGone = false, ...input }, context) {
      const mute = { ...input, accountId: actorOf(context) };
      const { accountId, kind, mutedId } = mute;
      const lookUp = async () => {
        if (mutedId === accountId) throw new Refusal('invalid_input', 'You cannot block or mute yourself');
        const { isOn, count } = await mutes.stateOf(mute);
        // An undo needs neither the person nor the question.
        if (isOn) return mute;
        if (kind === 'question' ? isGone : (await people.byIds([mutedId])).length === 0) throw new Refusal('not_found');
        if (count >= limits.mutes && mute.isOn)
          throw new Refusal('conflict', `You can block and mute ${limits.mutes.toLocaleString('en')} at most`);
        return mute;
      };
      return executeAfterLookUp(pipeline, setMute, lookUp, commandContext(context, input));
    },

    ownMutes: async (_input, context) => ({ mutes: await mutes.of(actorOf(context)) }),
    blockersAmong: async ({ accountIds }, context) => ({
      blockerIds: await mutes.blockersAmong(accountIds, actorOf(context)),
    }),
  });
