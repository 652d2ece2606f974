import { type Client, registerNewcomers } from '../journeys/client.ts';
import { grantRole } from '../journeys/roles.ts';
import type { System } from '../journeys/system.ts';

const readsOf = ({ user }: Client, questionId: string): string[] => [
  ...['/api/auth/user', '/api/auth/sessions', '/api/notifications', '/api/notifications/unread-count'],
  ...['/api/feed', '/api/feed?sortBy=trending', '/api/feed?followersOnly=true', '/api/users/search?q=maya'],
  ...['', '/discussions', '/room?after=0'].map((part) => `/api/questions/${questionId}${part}`),
  ...['', '/content', '/pending-questions', '/recent-question', '/following-status', '/xp-activities'].map(
    (part) => `/api/users/${user.id}${part}`,
  ),
];

/** A few people whose acts and reads use the code that differs between the releases. */
export class Story {
  readonly people: readonly Client[];
  readonly #system: System;
  readonly #maya: Client;
  readonly #theo: Client;
  readonly #ines: Client;
  #questionId: string | undefined;
  #isAmbassador = false;

  private constructor(system: System, [maya, theo, ines]: readonly [Client, Client, Client]) {
    this.#system = system;
    this.people = [maya, theo, ines];
    [this.#maya, this.#theo, this.#ines] = [maya, theo, ines];
  }

  static async begin(system: System, url: string): Promise<Story> {
    return new Story(system, await registerNewcomers(url, 'maya', 'theo', 'ines'));
  }

  /**
   * Maya asks a question, and two boosts open it. Its boosters are notified, and two people read every kind of page.
   */
  async continueStory(): Promise<void> {
    const words = { title: 'Who replaced it?', description: 'We did', replyBoostThreshold: 2 };
    const { id } = await this.#maya.ask({ ...words, isAnonymous: this.#questionId === undefined });
    await this.#ines.say(id, 'Nobody noticed');
    for (const booster of [this.#theo, this.#ines]) await booster.boost('question', id);
    this.#questionId = id;
    for (const reader of [this.#theo, this.#ines]) for (const path of readsOf(reader, id)) await reader.get(path);
    if (this.#isAmbassador)
      for (const path of ['/api/reports/ambassador', '/api/admin/wipes']) await this.#ines.get(path);
  }

  /** Ines becomes ambassador, and gets a notification. */
  async grantAmbassador(): Promise<void> {
    await grantRole(this.#system, this.#ines, 'ambassador');
    this.#isAmbassador = true;
  }

  /** Acts that release 0.9.0 does not know. That release must still work with the events and rows of these acts. */
  async actAsOnlyLaterReleases(): Promise<void> {
    const [maya, theo, ines] = [this.#maya, this.#theo, this.#ines];
    await theo.change('invitation', { invitation: 'Ask me about trains' });
    await ines.expect('PATCH', `/api/users/${theo.user.id}/invitation`, { body: { invitation: null } });
    await theo.report('user', ines.user.id);
    const { id } = await maya.ask({ title: 'In your words?', isAnonymous: true, targetUserId: theo.user.id });
    await theo.approveWithReply(id, 'In mine', 2);
    await theo.expect('GET', `/api/users/${theo.user.id}/xp-today`);
  }
}
