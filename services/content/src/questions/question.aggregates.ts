import { type EventOf, QuestionAsked, ReplyPosted, Revealed } from '@hearsay/contracts';
import type { AggregateDefinition } from '@hearsay/event-store';
import { loadQuestions } from './question.loads.js';
import type { Question } from './question.states.js';

type QuestionDefinition = typeof QuestionAsked | typeof ReplyPosted | typeof Revealed;

const evolve = (question: Question | null, event: EventOf<QuestionDefinition>): Question | null => {
  if (event.type === QuestionAsked.type) {
    const asked = event.data;
    return {
      owner: asked.owner,
      allowAnonymousAnswers: asked.allowAnonymousAnswers,
      threshold: asked.replyBoostThreshold,
      latched: 0,
      lastNumber: 0,
      replyCount: 0,
    };
  }
  if (question && event.type === ReplyPosted.type) {
    const { number } = event.data;
    return { ...question, lastNumber: number, replyCount: question.replyCount + 1 };
  }
  if (question && event.type === Revealed.type) {
    const { number, threshold } = event.data;
    return { ...question, lastNumber: number, latched: Math.max(question.latched, threshold) };
  }
  return question;
};

/** Key: question id; null while there is no such question. Its row, written by `questionRows`, is also the room's head. */
export const questionAggregate: AggregateDefinition<Question | null, QuestionDefinition> = {
  name: 'question',
  events: [QuestionAsked, ReplyPosted, Revealed],
  evolve,
  load: loadQuestions,
};
