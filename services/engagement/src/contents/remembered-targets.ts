import { type BoostTarget, type ContentRef, contentKey } from '@hearsay/contracts';

const maxRemembered = 100_000;
/** Lifetime of a target. Until then a process may accept boosts of removed content, which count nothing. */
const rememberedMs = 5000;

/** Recently found targets, by `contentType:contentId`. A full cache is cleared. */
export class RememberedTargets {
  readonly #targets = new Map<string, { readonly target: BoostTarget; readonly until: number }>();
  readonly #keysUnder = new Map<string, Set<string>>();
  readonly #clock: () => number;

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  get(key: string): BoostTarget | undefined {
    const known = this.#targets.get(key);
    return known && known.until > this.#clock() ? known.target : undefined;
  }

  set(key: string, target: BoostTarget): void {
    if (this.#targets.size >= maxRemembered) {
      this.#targets.clear();
      this.#keysUnder.clear();
    }
    this.#targets.set(key, { target, until: this.#clock() + rememberedMs });
    const keys = this.#keysUnder.get(target.questionId);
    if (keys) keys.add(key);
    else this.#keysUnder.set(target.questionId, new Set([key]));
  }

  forget(item: ContentRef): void {
    const key = contentKey(item);
    const { contentType, contentId } = item;
    const questionId = contentType === 'question' ? contentId : this.#targets.get(key)?.target.questionId;
    if (questionId === undefined) return;
    const keys = this.#keysUnder.get(questionId);
    for (const gone of contentType === 'question' ? (keys ?? []) : [key]) {
      this.#targets.delete(gone);
      keys?.delete(gone);
    }
    if (keys?.size === 0) this.#keysUnder.delete(questionId);
  }
}
