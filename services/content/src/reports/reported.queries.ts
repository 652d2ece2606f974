import { type ContentPreview, type ContentRef, contentKey, Refusal, type ReportedContent } from '@hearsay/contracts';
import type pg from 'pg';
import type { PodcastQueries } from '../podcasts/podcast.queries.js';
import type { QuestionQueries } from '../questions/question.queries.js';
import { isMine } from '../visibility.js';

interface Readable {
  readonly isMine: boolean;
  readonly isLocked: boolean;
  readonly preview: ContentPreview;
}

/** Whether the account of the marks ($1) wrote what has this id ($2). */
const authorship: Readonly<Record<ContentRef['contentType'], string>> = {
  question: `select ${isMine('q')} as is_mine from questions q where id = $2`,
  discussion: `select ${isMine('r')} as is_mine from replies r where id = $2`,
  podcast: 'select owner_id::text = ($1::text[])[1] as is_mine from podcasts where id = $2',
};

/** What moderation asks of content: words as every visitor may read them, never more. */
export class ReportedQueries {
  constructor(
    private readonly pool: pg.Pool,
    private readonly questions: QuestionQueries,
    private readonly podcasts: PodcastQueries,
  ) {}

  /** What is not there for visitors is missing. */
  async contents(items: readonly ContentRef[], accountId: string | null): Promise<ReportedContent[]> {
    const targets = new Map((await this.questions.boostTargets(items)).map((target) => [contentKey(target), target]));
    const found: ReportedContent[] = [];
    for (const item of items) {
      const target = targets.get(contentKey(item));
      const readable = target && (await this.#readable(item, accountId));
      if (target && readable) found.push({ ...item, questionId: target.questionId, owner: target.owner, ...readable });
    }
    return found;
  }

  /** Also of what is removed. */
  async isAuthor({ contentType, contentId }: ContentRef, accountId: string): Promise<boolean> {
    const { rows } = await this.pool.query<{ is_mine: boolean }>(authorship[contentType], [this.questions.marksOf(accountId), contentId]);
    return rows[0]?.is_mine ?? false;
  }

  #readable(item: ContentRef, accountId: string | null): Promise<Readable | undefined> {
    if (item.contentType === 'podcast') return this.#podcast(item, accountId);
    return item.contentType === 'question' ? this.#question(item, accountId) : this.#reply(item, accountId);
  }

  /** Episodes have no threshold, and their author is known to everyone. */
  async #podcast({ contentId }: ContentRef, accountId: string | null): Promise<Readable | undefined> {
    const [view] = await this.podcasts.podcasts([contentId], accountId);
    if (!view) return undefined;
    const { title, description, mediaType } = view;
    return { isMine: view.isMine, isLocked: false, preview: { title, description, content: null, mediaType } };
  }

  async #question({ contentId }: ContentRef, accountId: string | null): Promise<Readable | undefined> {
    const [view] = await this.questions.questions([contentId], null);
    if (!view) return undefined;
    const [own] = accountId === null ? [] : await this.questions.questions([contentId], accountId);
    const preview = { title: view.title, description: view.description, content: null, mediaType: null };
    return { isMine: own?.isMine ?? false, isLocked: !view.isRevealed, preview };
  }

  async #reply({ contentId }: ContentRef, accountId: string | null): Promise<Readable | undefined> {
    const view = await this.#replyFor(contentId, null);
    if (!view) return undefined;
    const own = accountId === null ? undefined : await this.#replyFor(contentId, accountId);
    const preview = { title: null, description: null, content: view.content, mediaType: view.mediaType };
    return { isMine: own?.isMine ?? false, isLocked: !view.isRevealed, preview };
  }

  #replyFor(id: string, viewer: string | null) {
    return this.questions.reply(id, viewer).then(
      ({ reply }) => reply,
      (error: unknown) => {
        if (error instanceof Refusal && error.code === 'not_found') return undefined;
        throw error;
      },
    );
  }
}
