import { type ContentRef, contentKey, type QuestionView, Refusal, type ReportedContent } from '@hearsay/contracts';
import type pg from 'pg';
import type { PodcastQueries } from '../podcasts/podcast.queries.js';
import type { QuestionQueries } from '../questions/question.queries.js';
import { isEpisodeThere, isMine, isSeen, isThere } from '../visibility.js';

type Located = Pick<ReportedContent, keyof ContentRef | 'questionId' | 'owner'>;

type Readable = Omit<ReportedContent, keyof Located>;

const authorship: Readonly<Record<ContentRef['contentType'], string>> = {
  question: `select ${isMine('q')} as is_mine from questions q where id = $2`,
  discussion: `select ${isMine('r')} as is_mine from replies r where id = $2`,
  podcast: 'select owner_id::text = ($1::text[])[1] as is_mine from podcasts where id = $2',
};

/**
 * $1 = the reporter's keys, $2 = ids of content. With $1 = null, moderation reads content of an existing report. Asker
 * and target can report pending content. An anonymous asker cannot report replies to their pending question, because
 * the report would reveal the asker.
 */
const reportable = `
  select 'question' as "contentType", q.id as "contentId", q.id as "questionId", q.owner from questions q
  where q.id = any($2) and ${isThere('q')} and (($1::text[] is null and q.approval <> 'withheld') or ${isSeen('q')})
  union all
  select 'discussion', r.id, q.id, r.owner from replies r join questions q on q.id = r.question_id
  where r.id = any($2) and ${isThere('r')} and ${isThere('q')}
    and ($1::text[] is null or q.approval = 'open' or (${isSeen('q')} and not (q.is_anonymous and ${isMine('q')})))
  union all
  select 'podcast', p.id, p.id, jsonb_build_object('accountId', p.owner_id, 'sealed', null) from podcasts p
  where p.id = any($2) and ${isEpisodeThere}`;

export class ReportedQueries {
  constructor(
    private readonly pool: pg.Pool,
    private readonly questions: QuestionQueries,
    private readonly podcasts: PodcastQueries,
  ) {}

  /** The content that this person can report, in the given order. With `accountId` null, includes pending content. */
  async contents(items: readonly ContentRef[], accountId: string | null): Promise<ReportedContent[]> {
    const { rows } = await this.pool.query<Located>({
      name: 'reportable',
      text: reportable,
      values: [await this.questions.marksOf(accountId), items.map(({ contentId }) => contentId)],
    });
    const byKey = new Map(rows.map((located) => [contentKey(located), located]));
    const found: ReportedContent[] = [];
    for (const item of items) {
      const located = byKey.get(contentKey(item));
      const readable = located && (await this.#readable(item, accountId));
      if (located && readable) found.push({ ...located, ...readable });
    }
    return found;
  }

  /** Reads a question, even a pending one, without locked words. @throws Refusal `not_found` if removed or withheld */
  async question(questionId: string): Promise<QuestionView> {
    const items = [{ contentType: 'question', contentId: questionId } as const];
    if ((await this.contents(items, null)).length === 0) throw new Refusal('not_found');
    return this.questions.existing(questionId, null);
  }

  /** Recognizes anonymous authors too. False for unknown content. */
  async isAuthor({ contentType, contentId }: ContentRef, accountId: string): Promise<boolean> {
    const { rows } = await this.pool.query<{ is_mine: boolean }>(authorship[contentType], [
      await this.questions.marksOf(accountId),
      contentId,
    ]);
    return rows[0]?.is_mine ?? false;
  }

  /** The words that everyone may read. Undefined if the content is gone. */
  #readable(item: ContentRef, accountId: string | null): Promise<Readable | undefined> {
    if (item.contentType === 'podcast') return this.#podcast(item, accountId);
    return item.contentType === 'question' ? this.#question(item, accountId) : this.#reply(item, accountId);
  }

  async #podcast({ contentId }: ContentRef, accountId: string | null): Promise<Readable | undefined> {
    const [view] = await this.podcasts.podcasts([contentId], accountId);
    if (!view) return undefined;
    const { title, description, mediaType } = view;
    return { isMine: view.isMine, isLocked: false, preview: { title, description, content: null, mediaType } };
  }

  async #question({ contentId }: ContentRef, accountId: string | null): Promise<Readable | undefined> {
    const view = await this.questions.existing(contentId, accountId).catch(unlessGone);
    if (!view) return undefined;
    const { title, description, isRevealed } = view;
    const preview = { title, description: isRevealed ? description : null, content: null, mediaType: null };
    return { isMine: view.isMine, isLocked: !isRevealed, preview };
  }

  async #reply({ contentId }: ContentRef, accountId: string | null): Promise<Readable | undefined> {
    const [view] = await this.questions.replies.byId([contentId], accountId);
    if (!view) return undefined;
    const { content, mediaType, isRevealed } = view;
    const preview = { title: null, description: null, content: isRevealed ? content : null, mediaType };
    return { isMine: view.isMine, isLocked: !isRevealed, preview };
  }
}

/** The content may have been removed since the lookup. */
const unlessGone = (error: unknown): undefined => {
  if (!(error instanceof Refusal && error.code === 'not_found')) throw error;
};
