import type { CallContext, PodcastView, QuestionView, ReplyView } from '@hearsay/contracts';
import { type Cards, type Counts, podcastRef, questionRef, replyRef } from '../present/content.js';
import type { Counters } from './counters.js';
import type { People } from './people.js';

interface Posts {
  readonly questions?: readonly QuestionView[];
  readonly replies?: readonly ReplyView[];
  readonly podcasts?: readonly PodcastView[];
  /** Questions that need counts but no cards. */
  readonly questionIds?: readonly string[];
}

/** Reads the user cards and counters of posts. */
export class Hydration {
  constructor(
    private readonly people: People,
    private readonly counters: Counters,
  ) {}

  async cardsAndCounts(
    { questions = [], replies = [], podcasts = [], questionIds = [] }: Posts,
    context: CallContext,
  ): Promise<{ cards: Cards; counts: Counts }> {
    const authors = [...questions, ...replies, ...podcasts].map(({ authorId }) => authorId);
    const targets = questions.map(({ targetId }) => targetId);
    const refs = [
      ...[...questions.map(({ id }) => id), ...questionIds].map(questionRef),
      ...replies.map(({ id }) => replyRef(id)),
      ...podcasts.map(({ id }) => podcastRef(id)),
    ];
    const [cards, counts] = await Promise.all([
      this.people.cards([...authors, ...targets], context.correlationId),
      this.counters.countsOf(refs, context),
    ]);
    return { cards, counts };
  }
}
