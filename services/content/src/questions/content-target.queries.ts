import type { ContentRef, ContentTarget } from '@hearsay/contracts';
import type pg from 'pg';
import { isEpisodeThere, isMine, isSeen, isThere } from '../visibility.js';
import type { QuestionQueries } from './question.queries.js';

const thresholdsOf = `array(select distinct t from unnest(array[q.threshold, (select threshold from replies where id = q.pinned_reply_id)]) as t
  where t > 0 order by t)`;

export class ContentTargetQueries {
  constructor(
    private readonly pool: pg.Pool,
    private readonly questions: QuestionQueries,
  ) {}

  /**
   * `targets` holds public content, and `waiting` holds pending questions and their replies. One statement reads both
   * lists, so that a concurrent approval cannot put an item into both lists or into neither.
   */
  async contentTargets(items: readonly ContentRef[]): Promise<{ targets: ContentTarget[]; waiting: ContentRef[] }> {
    const idsOf = (type: ContentRef['contentType']) =>
      items.filter(({ contentType }) => contentType === type).map(({ contentId }) => contentId);
    const { rows } = await this.pool.query<ContentTarget & { readonly isWaiting: boolean }>({
      name: 'content-targets',
      text: `select 'question' as "contentType", q.id as "contentId", q.id as "questionId", q.owner,
               ${thresholdsOf} as thresholds, q.approval <> 'open' as "isWaiting"
             from questions q where q.id = any($1) and ${isThere('q')}
             union all
             select 'discussion', r.id, q.id, r.owner, '{}', q.approval <> 'open' from replies r join questions q on q.id = r.question_id
             where r.id = any($2) and ${isThere('r')} and ${isThere('q')}
             union all
             select 'podcast', p.id, p.id, jsonb_build_object('accountId', p.owner_id, 'sealed', null), '{}', false from podcasts p
             where p.id = any($3) and ${isEpisodeThere}`,
      values: [idsOf('question'), idsOf('discussion'), idsOf('podcast')],
    });
    const found: { targets: ContentTarget[]; waiting: ContentRef[] } = { targets: [], waiting: [] };
    for (const { isWaiting, ...target } of rows) {
      if (isWaiting) found.waiting.push({ contentType: target.contentType, contentId: target.contentId });
      else found.targets.push(target);
    }
    return found;
  }

  /**
   * `mayBoost` is false for the anonymous asker of a pending question, also for its replies. Only asker and target see
   * the question, so a boost would reveal the asker. Leaves out content that the viewer does not see.
   */
  async visibleTargets(
    items: readonly ContentRef[],
    viewer: string,
  ): Promise<(ContentTarget & { readonly mayBoost: boolean })[]> {
    const mayBoost = `(q.approval = 'open' or not (q.is_anonymous and ${isMine('q')})) as "mayBoost"`;
    const found = await this.pool.query<ContentTarget & { readonly mayBoost: boolean }>({
      name: 'visible-targets',
      text: `select 'question' as "contentType", q.id as "contentId", q.id as "questionId", q.owner, ${thresholdsOf} as thresholds, ${mayBoost}
             from questions q where q.id = any($2) and ${isSeen('q')}
             union all
             select 'discussion', r.id, q.id, r.owner, '{}', ${mayBoost} from replies r join questions q on q.id = r.question_id
             where r.id = any($2) and ${isThere('r')} and ${isSeen('q')}`,
      values: [await this.questions.marksOf(viewer), items.map(({ contentId }) => contentId)],
    });
    return found.rows;
  }
}
