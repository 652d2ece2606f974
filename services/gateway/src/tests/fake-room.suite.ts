import { contentRpc, engagementRpc, liveSubjects, Refusal, type RoomEntryView } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import type { FakeServices } from './fake-services.suite.js';
import { messageEntry } from './views.suite.js';

export class FakeRoom {
  readonly questionId = uuidv7();
  readonly entries: RoomEntryView[] = [];
  entriesPerAnswer = 500;
  boostCount = 0;
  revision = 0;
  isGone = false;
  /** Something is being hidden that has taken no number yet. */
  isHiding = false;
  /** The number of a message that is being hidden, unknown to an earlier read of the head. */
  hidden: number | null = null;
  /** The accounts that see it before its approval. Null means everyone. */
  seenBy: readonly string[] | null = null;

  constructor(private readonly services: FakeServices) {
    const roomOf = (questionId: string) => (questionId === this.questionId ? this : null);
    services.on(
      contentRpc.roomHeads,
      ({ questionIds, withWaiting }: { questionIds: string[]; withWaiting: boolean }) => ({
        rooms: questionIds.flatMap((questionId) => {
          const room = roomOf(questionId);
          if (!room || room.isGone || (room.seenBy && !withWaiting)) return [];
          return [
            {
              questionId,
              lastNumber: room.lastNumber,
              replyCount: room.replyCount,
              isHiding: room.isHiding,
              isWaiting: room.seenBy !== null,
            },
          ];
        }),
      }),
    );
    services.on(contentRpc.roomEntries, ({ questionId, after }: { questionId: string; after: number }) => {
      const room = roomOf(questionId);
      if (!room || after > room.lastNumber) throw new Refusal(room ? 'invalid_input' : 'not_found');
      const entries = room.entries
        .slice(after, after + room.entriesPerAnswer)
        .map((entry) => room.#withoutHidden(entry));
      const isHiding = room.hidden !== null;
      return {
        entries,
        to: after + entries.length,
        lastNumber: room.lastNumber,
        replyCount: room.replyCount,
        isHiding,
      };
    });
    services.on(contentRpc.ownOnPage, ({ questionId }: { questionId: string }, { accountId }) => {
      const room = roomOf(questionId);
      if (!room || (room.seenBy && !room.seenBy.some((id) => id === accountId))) throw new Refusal('not_found');
      const page = { lastNumber: room.lastNumber, isHiding: false, isApproved: room.seenBy === null };
      return { ...page, question: null, replies: [], pinnedReply: null };
    });
    services.on(engagementRpc.contentCounts, ({ items }: { items: { contentType: string; contentId: string }[] }) => ({
      counts: items.map((item) => ({
        ...item,
        boostCount: item.contentId === this.questionId ? this.boostCount : 0,
        repostCount: 0,
        revision: item.contentId === this.questionId ? this.revision : 0,
        isBoosted: false,
        hasReposted: false,
      })),
    }));
  }

  #withoutHidden(entry: RoomEntryView): RoomEntryView {
    if (entry.number !== this.hidden || entry.entry !== 'reply') return entry;
    return { number: entry.number, entry: 'removed', replyId: entry.reply.id };
  }

  get lastNumber(): number {
    return this.entries.length;
  }

  get replyCount(): number {
    return this.entries.filter(({ entry }) => entry === 'reply').length;
  }

  /** The live message is lost if `publish` is false. */
  say(count: number, { publish = true }: { publish?: boolean } = {}): void {
    const said = Array.from({ length: count }, (_, index) =>
      messageEntry(this.questionId, this.lastNumber + 1 + index),
    );
    this.entries.push(...said);
    if (publish) this.publish(said);
  }

  approve(): void {
    this.seenBy = null;
    const entry = { number: this.lastNumber + 1, entry: 'approved' as const };
    this.entries.push(entry);
    this.publish([entry]);
  }

  /** The number of the message becomes a tombstone, and the removal takes the next one. */
  remove(number: number): string {
    const message = this.entries[number - 1];
    if (message?.entry !== 'reply') throw new Error(`${number} is no message`);
    const replyId = message.reply.id;
    this.entries[number - 1] = { number, entry: 'removed', replyId };
    const removal: RoomEntryView = { number: this.lastNumber + 1, entry: 'removed', replyId };
    this.entries.push(removal);
    this.publish([removal]);
    return replyId;
  }

  vanish(): void {
    this.isGone = true;
    this.services.live(liveSubjects.room(this.questionId), {
      questionId: this.questionId,
      replyCount: 0,
      entries: [],
      isGone: true,
    });
  }

  publish(entries: readonly RoomEntryView[]): void {
    this.services.live(liveSubjects.room(this.questionId), {
      questionId: this.questionId,
      replyCount: this.replyCount,
      entries,
    });
  }
}
