import { type contentRpc, limits, Refusal, type RoomEntryView, type RpcOutput } from '@hearsay/contracts';
import { viewsWithinAnswer } from '@hearsay/service-runtime';
import type pg from 'pg';
import type { QuestionQueries } from '../questions/question.queries.js';
import { isAnswered, isHiding, isSeen, isThere } from '../visibility.js';

type RoomHead = RpcOutput<typeof contentRpc.roomHeads>['rooms'][number];
type Entries = RpcOutput<typeof contentRpc.roomEntries>;

interface RoomChange {
  readonly number: number;
  readonly entry: Exclude<RoomEntryView['entry'], 'reply'>;
  readonly replyId: string | null;
  readonly revealCount: number;
  readonly openedAt: string;
  readonly threshold: number | null;
}

/** Reads a room in the order of its dense numbers. Its entries are replies, reveals and other changes. */
export class RoomQueries {
  constructor(
    private readonly pool: pg.Pool,
    private readonly questions: QuestionQueries,
  ) {}

  /** Leaves out removed questions, and without `withWaiting` unapproved ones that the viewer does not see. */
  async heads(questionIds: readonly string[], viewer: string | null, withWaiting = false): Promise<RoomHead[]> {
    const found = await this.pool.query<RoomHead>({
      name: 'room-heads',
      text: `select q.id as "questionId", q.last_number as "lastNumber", q.reply_count as "replyCount", ${isHiding} as "isHiding",
               q.approval <> 'open' as "isWaiting", ${isAnswered('q')} as "isAnswered", case when q.approval = 'withheld' then q.target_id end as "withheldFrom"
             from questions q where q.id = any($2) and (${isSeen('q')} or ($3 and ${isThere('q')}))`,
      values: [await this.questions.marksOf(viewer), questionIds, withWaiting],
    });
    return found.rows;
  }

  /**
   * Returns the entries after the number `after`: at most 500, and as many as fit into a message. @throws Refusal
   * `not_found`, or `invalid_input` if `after` is above the room's last number
   */
  async entries(questionId: string, after: number, viewer: string | null, withWaiting = false): Promise<Entries> {
    const [head] = await this.heads([questionId], viewer, withWaiting);
    if (!head) throw new Refusal('not_found');
    const { lastNumber, replyCount } = head;
    if (after > lastNumber) {
      throw new Refusal('invalid_input', undefined, { fields: { after: `The room's last number is ${lastNumber}` } });
    }
    if (after === lastNumber) return { entries: [], to: after, lastNumber, replyCount };
    const upTo = Math.min(lastNumber, after + limits.roomEntries);
    const [replies, changes] = await Promise.all([
      this.questions.replies.between(questionId, after, upTo, viewer),
      this.#changesBetween(questionId, after, upTo),
    ]);
    const entries: RoomEntryView[] = [
      ...replies.map(
        ({ id, number, reply }): RoomEntryView =>
          reply ? { number, entry: 'reply', reply } : { number, entry: 'removed', replyId: id },
      ),
      ...changes,
    ];
    entries.sort((a, b) => a.number - b.number);
    const kept = viewsWithinAnswer(entries, (entry) => (entry.entry === 'reply' ? entry.reply.content : null));
    return {
      entries: kept,
      to: kept.at(-1)?.number ?? after,
      lastNumber,
      replyCount,
      isHiding: replies.some(({ isHiding }) => isHiding),
    };
  }

  /** Entries other than replies with numbers above `after`, up to and including `upTo`. */
  async #changesBetween(questionId: string, after: number, upTo: number): Promise<RoomEntryView[]> {
    const { rows } = await this.pool.query<RoomChange>({
      name: 'changes-between',
      text: `select number, 'revealed' as entry, null::uuid as "replyId", reveal_count as "revealCount", revealed_at as "openedAt",
               null::integer as threshold
             from reveals where question_id = $1 and number > $2 and number <= $3
             union all select number, entry, reply_id, null, null, threshold
             from room_changes where question_id = $1 and number > $2 and number <= $3`,
      values: [questionId, after, upTo],
    });
    return rows.map((row): RoomEntryView => {
      const { number, entry, replyId } = row;
      if (entry === 'revealed') return { number, entry, revealCount: row.revealCount, openedAt: row.openedAt };
      if (entry === 'approved') return { number, entry };
      if (entry === 'edited' || replyId === null)
        return { number, entry: 'edited', ...(row.threshold !== null && { replyBoostThreshold: row.threshold }) };
      return { number, entry, replyId };
    });
  }
}
