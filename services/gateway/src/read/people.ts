import { type CallContext, identityRpc, type Person, type UserCard } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import type { Cards } from '../present/content.js';
import { presentUserCard } from '../present/user.js';
import { BatchedCache } from './batched-cache.js';
import { callInParts, visitorContext } from './read-context.js';

const cardFreshMs = 2000;
const maxCards = 50_000;

/** Cards may be two seconds old. `person` and `persons` always call identity. */
export class People {
  readonly #cards: BatchedCache<UserCard>;

  constructor(private readonly rpc: RpcClient) {
    this.#cards = new BatchedCache({
      freshMs: cardFreshMs,
      maxEntries: maxCards,
      load: async (ids, correlationId) => {
        const people = await this.persons(ids, visitorContext(correlationId));
        return new Map(people.map((person) => [person.id, presentUserCard(person)]));
      },
    });
  }

  cards(ids: Iterable<string | null>, correlationId: string): Promise<Cards> {
    return this.#cards.getMany(
      [...ids].filter((id) => id !== null),
      correlationId,
    );
  }

  /** Null if the person is unknown or hidden. */
  async person(id: string, context: CallContext): Promise<Person | null> {
    const [person] = await this.persons([id], context);
    return person ?? null;
  }

  /** People in the order of `ids`. Leaves out unknown and hidden people. */
  async persons(ids: readonly string[], context: CallContext): Promise<Person[]> {
    const ask = async (some: string[]) => (await this.rpc.call(identityRpc.people, { ids: some }, context)).people;
    return callInParts(ids, ask, identityRpc.peoplePerAnswer);
  }

  /** Later readers get the person's new card. */
  forget(id: string): void {
    this.#cards.forget(id);
  }
}

const freshMs = 2000;
const maxPictures = 50_000;

/** Checks whether a picture is the current picture of a person who is not hidden. The answer may be two seconds old. */
export class ShownPictures {
  readonly #shown: BatchedCache<true>;

  constructor(rpc: RpcClient) {
    this.#shown = new BatchedCache({
      freshMs,
      maxEntries: maxPictures,
      load: async (keys, correlationId) => {
        const context = visitorContext(correlationId);
        const ask = async (some: string[]) => (await rpc.call(identityRpc.shownPictures, { keys: some }, context)).keys;
        return new Map((await callInParts(keys, ask)).map((key) => [key, true]));
      },
    });
  }

  /** @param key the key of the large size */
  async isShown(key: string, correlationId: string): Promise<boolean> {
    return (await this.#shown.getMany([key], correlationId)).has(key);
  }
}
