import { type BoostTarget, type ContentRef, contentKey } from '@hearsay/contracts';

/** How many targets are remembered. */
const maxRemembered = 100_000;
/** Lifetime of a target. A process that has not heard of a removal may accept boosts for so long; they count nothing. */
const rememberedMs = 5000;

/** Targets that were looked up in the last seconds, by `contentType:contentId`. When there are too many, all go at once. */
export class RememberedTargets {
  readonly #targets = new Map<string, { readonly target: BoostTarget; readonly until: number }>();
  /** By question: what a removed question takes along is found without a walk over the rest. */
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

  /** A question takes along what lies under it. */
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
