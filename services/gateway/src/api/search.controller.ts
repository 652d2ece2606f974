import { ContentSearchQuery, Question, SearchPage, SimilarQuestionsQuery } from '@hearsay/contracts';
import { z } from 'zod';
import { mutesOf, requireSignedIn, type WithQuery } from '../http/call.js';
import { ApiController, ApiGet } from '../http/route.js';
import { Searches } from '../read/searches.js';

@ApiController('api', 'Search')
export class SearchController {
  constructor(private readonly searches: Searches) {}

  @ApiGet('search', {
    summary:
      'Open words of questions and replies, for signed-in people of episodes and transcripts too; the best first',
    query: ContentSearchQuery,
    answer: SearchPage,
    limit: 'searches',
    refusals: ['unauthenticated', 'anchor_expired'],
  })
  page({ call }: WithQuery<typeof ContentSearchQuery>): Promise<SearchPage> {
    const { q, kind = null, after = null } = call.query;
    if (kind === 'podcast') requireSignedIn(call);
    return this.searches.page({ words: q, kind, after, mutes: mutesOf(call) }, call.context);
  }

  /**
   * This controller must be registered before `QuestionsController`, whose path `questions/:id` matches this path too.
   */
  @ApiGet('questions/similar', {
    summary: 'Up to three questions without a closed lock whose titles are like this one',
    query: SimilarQuestionsQuery,
    answer: z.array(Question),
    needsSession: true,
    limit: 'searches',
  })
  similar({ call }: WithQuery<typeof SimilarQuestionsQuery>): Promise<Question[]> {
    return this.searches.similarTo({ title: call.query.title, mutes: mutesOf(call) }, call.context);
  }
}
