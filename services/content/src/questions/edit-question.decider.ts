import { type LiveRoom, liveSubjects, QuestionEdited, Refusal } from '@hearsay/contracts';
import { type CommandDefinition, newEvent } from '@hearsay/event-store';
import { questionAggregate } from './question.aggregates.js';
import { isSeenBy } from './question.states.js';

/** A text that is absent stays as it is; a null description takes the old one away. */
export interface EditQuestion {
  readonly questionId: string;
  readonly isAuthor: boolean;
  /** It was asked of whoever acts. */
  readonly isTarget: boolean;
  /** Somebody has boosted it before: engagement knows. */
  readonly wasBoosted: boolean;
  readonly title?: { readonly id: string; readonly words: string };
  readonly description?: { readonly id: string; readonly words: string } | null;
}

/** Its author may change a question's words until others have reacted to them. */
export const editQuestion: CommandDefinition<EditQuestion, { readonly questionId: string }, typeof QuestionEdited> = {
  type: 'edit-question',

  plan: ({ questionId }) => ({ aggregates: { [questionAggregate.name]: [questionId] } }),

  decide({ questionId, isAuthor, isTarget, wasBoosted, title, description }, view) {
    const question = view.state(questionAggregate, questionId);
    if (!question || question.removalId !== null) throw new Refusal('not_found');
    if (!isAuthor) throw new Refusal(isSeenBy(question, isTarget) ? 'forbidden' : 'not_found');
    if (wasBoosted || question.wasAnswered)
      throw new Refusal('conflict', 'A question cannot be edited after its first boost or reply');
    const result = { questionId };
    const hasChange =
      title !== undefined ||
      (description !== undefined && (description !== null || question.descriptionTextId !== null));
    if (!hasChange) return { events: [], result };
    const titleTextId = title?.id ?? question.titleTextId;
    const descriptionTextId = description === undefined ? question.descriptionTextId : (description?.id ?? null);
    const replaced = [
      ...(titleTextId === question.titleTextId ? [] : [question.titleTextId]),
      ...(question.descriptionTextId === null || descriptionTextId === question.descriptionTextId
        ? []
        : [question.descriptionTextId]),
    ];
    const number = question.lastNumber + 1;
    const live: LiveRoom = { questionId, replyCount: question.replyCount, entries: [{ number, entry: 'edited' }] };
    return {
      events: [
        newEvent(
          QuestionEdited,
          { questionId, titleTextId, descriptionTextId, number },
          { aggregate: questionAggregate, key: questionId, routingId: questionId, isAnonymous: question.isAnonymous },
        ),
      ],
      rows: {
        texts: [...(title ? [title] : []), ...(description ? [description] : [])],
        erasedTexts: replaced.map((id) => ({ id })),
      },
      live: [{ subject: liveSubjects.room(questionId), data: live }],
      result,
    };
  },
};
