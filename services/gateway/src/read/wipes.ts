import {
  type CallContext,
  isolated,
  moderationRpc,
  Refusal,
  type Wipe,
  type WipeCounts,
  type WipeStart,
  type WipeView,
} from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { presentWipe } from '../present/wipe.js';
import type { People } from './people.js';

/** As many as the panel of ambassadors shows. */
const newestWipes = 100;

/** Wipes with the cards of whom they concern. */
export class Wipes {
  constructor(
    private readonly rpc: RpcClient,
    private readonly people: People,
  ) {}

  async preview(subjectId: string, context: CallContext): Promise<WipeCounts> {
    const { counts } = await this.rpc.call(moderationRpc.wipePreview, { subjectId }, context);
    return countsOf(counts);
  }

  async start(subjectId: string, context: CallContext): Promise<WipeStart> {
    const { wipeId, counts, undoUntil } = await this.rpc.call(moderationRpc.startWipe, { subjectId }, context);
    const subject = (await this.people.cards([subjectId], context.correlationId)).get(subjectId);
    return {
      message: `All content of ${subject ? isolated(subject.username) : 'this account'} has been deleted`,
      wipeId,
      counts: countsOf(counts),
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

const countsOf = ({ questions, discussions, podcasts, reposts }: WipeCounts): WipeCounts => ({
  questions,
  discussions,
  podcasts,
  reposts,
});
