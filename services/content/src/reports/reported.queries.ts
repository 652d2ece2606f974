import { type ContentPreview, type ContentRef, contentKey, Refusal, type ReportedContent } from '@hearsay/contracts';
import type pg from 'pg';
import type { QuestionQueries } from '../questions/question.queries.js';
import { isMine } from '../visibility.js';

interface Readable {
  readonly isMine: boolean;
  readonly isLocked: boolean;
  readonly preview: ContentPreview;
}

/** What moderation asks of content: words as every visitor may read them, never more. */
export class ReportedQueries {
  constructor(
    private readonly pool: pg.Pool,
    private readonly questions: QuestionQueries,
  ) {}

  /** What is not there for visitors is missing. */
  async contents(items: readonly ContentRef[], accountId: string | null): Promise<ReportedContent[]> {
    const targets = new Map((await this.questions.boostTargets(items)).map((target) => [contentKey(target), target]));
    const found: ReportedContent[] = [];
    for (const item of items) {
      const target = targets.get(contentKey(item));
      const readable =
        target && (item.contentType === 'question' ? await this.#question(item, accountId) : await this.#reply(item, accountId));
      if (target && readable) found.push({ ...item, questionId: target.questionId, owner: target.owner, ...readable });
    }
    return found;
  }

  /** Also of what is removed. */
  async isAuthor({ contentType, contentId }: ContentRef, accountId: string): Promise<boolean> {
    const table = contentType === 'question' ? 'questions q' : 'replies r';
    const { rows } = await this.pool.query<{ is_mine: boolean }>(
      `select ${isMine(contentType === 'question' ? 'q' : 'r')} as is_mine from ${table} where id = $2`,
      [this.questions.marksOf(accountId), contentId],
    );
    return rows[0]?.is_mine ?? false;
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
