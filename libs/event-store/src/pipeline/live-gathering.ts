import type { LiveMessage } from './commands.js';

/** The live messages of a batch, in the form in which they go out after its commit. */
export class LiveGathering {
  readonly #each: LiveMessage[] = [];
  readonly #latest = new Map<string, LiveMessage>();
  readonly #items = new Map<string, Map<string, object>>();

  add(message: LiveMessage): void {
    if (message.itemKey !== undefined) this.#addItem(message.subject, message.itemKey, message.data);
    else if (message.isLatestOnly) this.#latest.set(message.subject, message);
    else this.#each.push(message);
  }

  messages(): LiveMessage[] {
    return [
      ...this.#each,
      ...this.#latest.values(),
      ...[...this.#items].map(([subject, items]) => ({ subject, data: { items: [...items.values()] } })),
    ];
  }

  #addItem(subject: string, key: string, data: object): void {
    const items = this.#items.get(subject);
    if (items) items.set(key, data);
    else this.#items.set(subject, new Map([[key, data]]));
  }
}
