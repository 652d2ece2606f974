import { type CallContext, moderationRpc, type Report, type ReportStatus, type ReportView } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { presentReport } from '../present/moderation.js';
import type { People } from './people.js';
import { visitorContext } from './read-context.js';

export class Reports {
  /** The last known number by ambassador. Numbers differ, because no ambassador sees reports about their own posts. */
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

  /** Returns the last known number while moderation is away, so that the bell keeps working. */
  async pending(ambassadorId: string, correlationId: string): Promise<number> {
    const context = { ...visitorContext(correlationId), accountId: ambassadorId };
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
