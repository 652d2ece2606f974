import { type contentRpc, type EventData, Refusal, Revealed, type RpcOutput, type RpcParsed } from '@hearsay/contracts';
import { type CommandDefinition, newEvent } from '@hearsay/event-store';
import { questionAggregate, questionEnvelope, roomMessage } from './question.aggregates.js';

/** Opens each lock that `boostPeak` has reached, lowest threshold first. Does nothing if none is new. */
export const latchReveal: CommandDefinition<
  RpcParsed<typeof contentRpc.latchReveal> & Pick<EventData<typeof Revealed>, 'countsRevision'>,
  RpcOutput<typeof contentRpc.latchReveal>,
  typeof Revealed
> = {
  type: 'latch-reveal',

  plan: ({ questionId }) => ({ aggregates: { [questionAggregate.name]: [questionId] } }),

  decide({ questionId, boostPeak, countsRevision }, view, { now }) {
    const question = view.state(questionAggregate, questionId);
    if (!question) throw new Refusal('not_found');
    const { threshold, pinnedThreshold, latched, lastNumber, owner } = question;
    const reached = [...new Set([threshold, pinnedThreshold])]
      .filter((one) => one > latched && one <= boostPeak)
      .sort((a, b) => a - b);
    if (reached.length === 0) return { events: [], result: { lastNumber } };
    const latches = reached.map((one, index) => ({ threshold: one, number: lastNumber + 1 + index }));
    const revealed = { entry: 'revealed' as const, revealCount: boostPeak, openedAt: now };
    const entries = latches.map(({ number }) => ({ number, ...revealed }));
    return {
      events: latches.map((latch) =>
        newEvent(
          Revealed,
          {
            ...{ questionId, owner, threshold: latch.threshold, revealCount: boostPeak, number: latch.number },
            ...(countsRevision !== undefined && { countsRevision }),
          },
          { ...questionEnvelope(questionId), isAnonymous: true },
        ),
      ),
      live: [roomMessage(questionId, question.replyCount, entries)],
      result: { lastNumber: lastNumber + latches.length },
    };
  },
};
