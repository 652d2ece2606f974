import {
  type BlockedUser,
  type CallContext,
  identityRpc,
  type Muted,
  type OwnMute,
  Question,
} from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { pickPublicFields } from '../present/pick.js';
import type { ListedItems } from './listed-items.js';
import type { People } from './people.js';

/** The lists are newest first. They leave out people who are hidden and questions that are removed. */
export class MuteLists {
  constructor(
    private readonly rpc: RpcClient,
    private readonly people: People,
    private readonly listed: ListedItems,
  ) {}

  async blocks(context: CallContext): Promise<BlockedUser[]> {
    const blocks = (await this.#own(context)).filter(({ kind }) => kind === 'block');
    const cards = await this.#cardsOf(blocks, context);
    return blocks.flatMap(({ mutedId, mutedAt: createdAt }) => {
      const user = cards.get(mutedId);
      return user ? [{ user, createdAt }] : [];
    });
  }

  async mutes(context: CallContext): Promise<Muted[]> {
    const mutes = (await this.#own(context)).filter(({ kind }) => kind !== 'block');
    const idsOf = (wanted: string) => mutes.flatMap(({ kind, mutedId }) => (kind === wanted ? mutedId : []));
    const [cards, questions] = await Promise.all([
      this.people.cards(idsOf('person'), context.correlationId),
      this.questions(idsOf('question'), context),
    ]);
    const questionOf = new Map(questions.map((question) => [question.id, question]));
    return mutes.flatMap(({ mutedId, mutedAt: createdAt }): Muted[] => {
      const [user, question] = [cards.get(mutedId), questionOf.get(mutedId)];
      if (user) return [{ user, createdAt }];
      return question ? [{ question, createdAt }] : [];
    });
  }

  /** All mutes for the export of the account. */
  async exported(context: CallContext): Promise<OwnMute[]> {
    const mutes = await this.#own(context);
    const cards = await this.#cardsOf(mutes, context);
    return mutes.map(({ kind, mutedId: id, mutedAt }) => ({
      ...{ kind, id, createdAt: mutedAt },
      username: cards.get(id)?.username ?? null,
    }));
  }

  /** Reads muted questions. Leaves out questions that not everyone sees. */
  async questions(ids: readonly string[], context: CallContext): Promise<Question[]> {
    const items = await this.listed.questions(ids, context);
    return items.map((item) => pickPublicFields(Question, item));
  }

  async #own(context: CallContext) {
    return (await this.rpc.call(identityRpc.ownMutes, {}, context)).mutes;
  }

  #cardsOf(mutes: readonly { readonly mutedId: string }[], { correlationId }: CallContext) {
    return this.people.cards(
      mutes.map(({ mutedId }) => mutedId),
      correlationId,
    );
  }
}
