import {
  type CallContext,
  isolated,
  moderationRpc,
  Refusal,
  type Report,
  type ReportStatus,
  type ReportView,
  type Wipe,
  WipeCounts,
  type WipeStart,
  type WipeView,
} from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { presentReport, presentWipe } from '../present/moderation.js';
import { pick } from '../present/pick.js';
import type { People } from './people.js';
import { readContext } from './read-context.js';

export class Reports {
  /** By ambassador, because they do not all see the same number. */
  readonly #lastPending = new Map<string, number>();

  constructor(
    private readonly rpc: RpcClient,
    private readonly people: People,
  ) {}

  /** Newest first. */
  async page(
    wanted: { status: ReportStatus; before: string | null; limit: number },
    context: CallContext,
  ): Promise<Report[]> {
    const { reports } = await this.rpc.call(moderationRpc.reports, wanted, context);
    return this.#present(reports, context.correlationId);
  }

  async present(view: ReportView, correlationId: string): Promise<Report> {
    const [report] = await this.#present([view], correlationId);
    return report!;
  }

  /** While moderation is away, the last known number, so that the bell goes on. */
  async pending(ambassadorId: string, correlationId: string): Promise<number> {
    const context = { ...readContext(correlationId), accountId: ambassadorId };
    const answer = await this.rpc.call(moderationRpc.pendingReports, {}, context).catch(() => undefined);
    if (answer) this.#lastPending.set(ambassadorId, answer.reports);
    return this.#lastPending.get(ambassadorId) ?? 0;
  }

  async #present(views: readonly ReportView[], correlationId: string): Promise<Report[]> {
    const ids = views.flatMap(({ reporterId, authorId, reviewerId }) => [reporterId, authorId, reviewerId]);
    const cards = await this.people.cards(ids, correlationId);
    return views.map((view) => presentReport(view, cards));
  }
}

const newestWipes = 100;

export class Wipes {
  constructor(
    private readonly rpc: RpcClient,
    private readonly people: People,
  ) {}

  async preview(subjectId: string, context: CallContext): Promise<WipeCounts> {
    const { counts } = await this.rpc.call(moderationRpc.wipePreview, { subjectId }, context);
    return pick(WipeCounts, counts);
  }

  async start(subjectId: string, context: CallContext): Promise<WipeStart> {
    const { wipeId, counts, undoUntil } = await this.rpc.call(moderationRpc.startWipe, { subjectId }, context);
    const subject = (await this.people.cards([subjectId], context.correlationId)).get(subjectId);
    return {
      message: `All content of ${subject ? isolated(subject.username) : 'this account'} has been deleted`,
      wipeId,
      counts: pick(WipeCounts, counts),
      undoUntil,
    };
  }

  async newest(context: CallContext): Promise<Wipe[]> {
    const { wipes } = await this.rpc.call(moderationRpc.wipes, { limit: newestWipes }, context);
    return this.#present(wipes, context.correlationId);
  }

  /** @throws Refusal `not_found` */
  async one(wipeId: string, context: CallContext): Promise<Wipe> {
    const { wipe } = await this.rpc.call(moderationRpc.wipe, { wipeId }, context);
    return this.#onlyOne(wipe, context.correlationId);
  }

  /** @throws Refusal `not_found`, `conflict` */
  async undo(wipeId: string, context: CallContext): Promise<Wipe> {
    const { wipe } = await this.rpc.call(moderationRpc.undoWipe, { wipeId }, context);
    return this.#onlyOne(wipe, context.correlationId);
  }

  async #onlyOne(view: WipeView, correlationId: string): Promise<Wipe> {
    const [wipe] = await this.#present([view], correlationId);
    if (!wipe) throw new Refusal('not_found');
    return wipe;
  }

  async #present(views: readonly WipeView[], correlationId: string): Promise<Wipe[]> {
    const cards = await this.people.cards(
      views.map(({ subjectId }) => subjectId),
      correlationId,
    );
    return views.map((view) => presentWipe(view, cards)).filter((wipe) => wipe !== null);
  }
}
