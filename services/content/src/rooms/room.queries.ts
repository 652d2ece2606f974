import { limits, Refusal, type RoomEntryView } from '@hearsay/contracts';
import type pg from 'pg';
import { fittingAnswer } from '../answer-size.js';
import type { QuestionQueries } from '../questions/question.queries.js';

export interface RoomHead {
  readonly questionId: string;
  readonly lastNumber: number;
  readonly replyCount: number;
}

/** The room log of a question: dense numbers, put together from replies and reveals. */
export class RoomQueries {
  constructor(
    private readonly pool: pg.Pool,
    private readonly questions: QuestionQueries,
  ) {}

  /** Questions that do not exist are missing. */
  async heads(questionIds: readonly string[]): Promise<RoomHead[]> {
    const found = await this.pool.query<RoomHead>({
      name: 'room-heads',
      text: `select id as "questionId", last_number as "lastNumber", reply_count as "replyCount" from questions where id = any($1)`,
      values: [questionIds],
    });
    return found.rows;
  }

  /**
   * Entries after `after`, in order: at most 500, and as many as an answer has room for.
   * @throws Refusal `not_found`; `invalid_input` when `after` lies above the room's last number
   */
  async entries(
    questionId: string,
    after: number,
    viewer: string | null,
  ): Promise<{ entries: RoomEntryView[]; to: number; lastNumber: number; replyCount: number }> {
    const [head] = await this.heads([questionId]);
    if (!head) throw new Refusal('not_found');
    const { lastNumber, replyCount } = head;
    if (after > lastNumber) {
      throw new Refusal('invalid_input', undefined, { fields: { after: `The room's last number is ${lastNumber}` } });
    }
    if (after === lastNumber) return { entries: [], to: after, lastNumber, replyCount };
    const upTo = Math.min(lastNumber, after + limits.roomEntries);
    const [replies, reveals] = await Promise.all([
      this.questions.repliesBetween(questionId, after, upTo, viewer),
      this.pool.query<{ number: number; reveal_count: number }>(
        'select number, reveal_count from reveals where question_id = $1 and number > $2 and number <= $3',
        [questionId, after, upTo],
      ),
    ]);
    const entries: RoomEntryView[] = [
      ...replies.map((reply) => ({ number: reply.number, entry: 'reply' as const, reply })),
      ...reveals.rows.map((row) => ({ number: row.number, entry: 'revealed' as const, revealCount: row.reveal_count })),
    ];
    entries.sort((a, b) => a.number - b.number);
    const kept = fittingAnswer(entries, (entry) => (entry.entry === 'reply' ? entry.reply.content : null));
    return { entries: kept, to: kept.at(-1)?.number ?? after, lastNumber, replyCount };
  }
}
