import { Refusal } from '@hearsay/contracts';
import type { PeopleQueries } from './people.queries.js';

/** Decides whether somebody takes questions of somebody else. */
export class WhoMayAsk {
  constructor(private readonly people: PeopleQueries) {}

  /** `askerId` null: a visitor. @throws Refusal `not_found` when there is no such target. */
  async mayAsk(targetId: string, askerId: string | null): Promise<boolean> {
    const [target] = await this.people.byIds([targetId]);
    if (!target) throw new Refusal('not_found', 'There is nobody with this id');
    if (target.whoMayAsk === 'everyone') return true;
    return target.whoMayAsk === 'signed-in' && askerId !== null;
  }
}
