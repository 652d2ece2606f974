import { type LiveRoom, liveSubjects, Refusal, Revealed } from '@hearsay/contracts';
import { type CommandDefinition, newEvent } from '@hearsay/event-store';
import { questionAggregate } from '../questions/question.aggregates.js';

export interface LatchReveal {
  readonly questionId: string;
  readonly boostPeak: number;
}

/** Opens what `boostPeak` has reached, for ever. Where it is latched already, nothing changes. */
export const latchReveal: CommandDefinition<LatchReveal, { readonly lastNumber: number }, typeof Revealed> = {
  type: 'latch-reveal',

  plan: ({ questionId }) => ({ aggregates: { [questionAggregate.name]: [questionId] } }),

  decide({ questionId, boostPeak }, view) {
    const question = view.state(questionAggregate, questionId);
    if (!question) throw new Refusal('not_found');
    const { threshold, latched, lastNumber, owner } = question;
    if (threshold === 0 || threshold <= latched || threshold > boostPeak) return { events: [], result: { lastNumber } };
    const number = lastNumber + 1;
    const live: LiveRoom = {
      questionId,
      replyCount: question.replyCount,
      entries: [{ number, entry: 'revealed', revealCount: boostPeak }],
    };
    return {
      events: [
        newEvent(
          Revealed,
          { questionId, owner, threshold, revealCount: boostPeak, number },
          { aggregate: questionAggregate, key: questionId, routingId: questionId, isAnonymous: true },
        ),
      ],
      live: [{ subject: liveSubjects.room(questionId), data: live }],
      result: { lastNumber: number },
    };
  },
};
