import { contentRpc, type Owner, PodcastAnswerMarked } from '@hearsay/contracts';
import type { SliceReactor } from '@hearsay/event-store';
import { uuidv7 } from '@hearsay/service-runtime';
import { answerActKey } from '../overlays/overlays.projector.js';
import { notifyAct } from './notify-once.decider.js';
import { newCallContext, type OpeningDependencies } from './openings.reactor.js';

/**
 * Notifies the asker and the watchers of the question once for each episode. A row in `withdrawn_answers` hides these
 * notices. An anonymous asker who watches also gets a watcher's row, because a missing row would reveal the asker. No
 * read shows this row to the asker.
 */
export const answersReactor = ({
  rpc,
  keys,
}: Pick<OpeningDependencies, 'rpc' | 'keys'>): SliceReactor<typeof PodcastAnswerMarked> => ({
  kind: 'slice-reactor',
  name: 'answers',
  source: 'content',
  events: [PodcastAnswerMarked],
  async slice({ data, meta: { occurredAt } }, after, most) {
    const { podcastId, podcastOwnerId: actorId, questionId, questionOwner, at } = data;
    if (at === null || !questionOwner) return { commands: [], next: null };
    const input = { questionId, after, limit: most };
    const { watcherIds } = await rpc.call(contentRpc.questionWatchers, input, newCallContext());
    const people = await keys.peopleOf([questionOwner]);
    const askerId = people.personOf(questionOwner);
    const about = { contentType: 'podcast', contentId: podcastId, questionId, actorId, actId: null } as const;
    const claim = answerActKey(podcastId, questionId);

    const noticeTo = (owner: Owner, kind: 'answered' | 'watched-answered') => {
      const recipient = people.recipientOf(owner);
      if (!recipient || owner.accountId === actorId) return [];
      const notice = { ...about, kind, recipient, notificationId: uuidv7(Date.parse(occurredAt)) };
      if (kind === 'answered')
        return [{ definition: notifyAct, input: { ...notice, claim, isOwn: recipient.personId === actorId } }];
      const isOwn = recipient.personId === askerId;
      return [
        { definition: notifyAct, input: { ...notice, claim: `${claim}:${owner.accountId}`, questionOwner, isOwn } },
      ];
    };
    const watchers = watcherIds.filter((accountId) => accountId !== questionOwner.accountId);
    const commands = watchers.flatMap((accountId) => noticeTo({ accountId, sealed: null }, 'watched-answered'));
    const isFirst = after === null;
    return {
      commands: [...(isFirst ? noticeTo(questionOwner, 'answered') : []), ...commands],
      next: watcherIds.length === most ? watcherIds.at(-1)! : null,
    };
  },
});
