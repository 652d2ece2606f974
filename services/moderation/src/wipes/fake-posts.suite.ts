import { Refusal, type WipeCounts } from '@hearsay/contracts';

interface Hiding {
  readonly accountId: string;
  readonly counts: WipeCounts;
  isShown: boolean;
}

const none: WipeCounts = { questions: 0, discussions: 0, podcasts: 0, reposts: 0 };

export class FakePosts {
  readonly protectedIds = new Set<string>();
  readonly unknownIds = new Set<string>();
  readonly deletedIds = new Map<string, string>();
  onReturn: (accountId: string) => void = () => undefined;
  onHide: () => void = () => undefined;
  isBusy = false;
  isAway = false;
  readonly #acts: { readonly act: string; readonly subjectId: string }[] = [];
  readonly #standing = new Map<string, WipeCounts>();
  readonly #hidings = new Map<string, Hiding>();
  readonly #hiddenReposts = new Map<string, { accountId: string; count: number }>();

  post(accountId: string, counts: Partial<WipeCounts>): void {
    this.#standing.set(accountId, { ...none, ...counts });
  }

  actsOn(subjectId: string): string[] {
    return this.#acts.filter((one) => one.subjectId === subjectId).map(({ act }) => act);
  }

  standing(accountId: string): WipeCounts {
    return this.#standing.get(accountId) ?? none;
  }

  readonly identity = {
    'wipe-subject': (input: unknown) => {
      const { accountId } = input as { accountId: string };
      const removalId = this.deletedIds.get(accountId) ?? null;
      return {
        exists: !this.unknownIds.has(accountId) && removalId === null,
        isProtected: this.protectedIds.has(accountId),
        removalId,
      };
    },
  };

  readonly content = {
    'count-posts-of': (input: unknown) => {
      const { questions, discussions, podcasts } = this.standing((input as { accountId: string }).accountId);
      return { counts: { questions, discussions, podcasts } };
    },
    'hide-content-of': (input: unknown, context: { accountId: string | null }) => {
      const { accountId, removalId } = input as { accountId: string; removalId: string };
      this.#answering(`hide posts as ${context.accountId}`, accountId);
      const counts = this.standing(accountId);
      if (!this.#hidings.has(removalId)) {
        this.#hidings.set(removalId, { accountId, counts, isShown: false });
        this.post(accountId, { reposts: counts.reposts });
      }
      return { counts };
    },
    'show-content-of': (input: unknown) => {
      const hiding = this.#hidings.get((input as { removalId: string }).removalId);
      if (!hiding) throw new Refusal('not_found');
      this.#answering('show posts', hiding.accountId);
      if (!hiding.isShown) {
        hiding.isShown = true;
        this.post(hiding.accountId, { ...hiding.counts, reposts: this.standing(hiding.accountId).reposts });
      }
      return {};
    },
    'hiding-progress': (input: unknown) => ({
      hidings: (input as { removalIds: string[] }).removalIds.flatMap((removalId) => {
        const hiding = this.#hidings.get(removalId);
        if (!hiding) return [];
        const total = hiding.counts.questions + hiding.counts.discussions + hiding.counts.podcasts;
        return [{ removalId, total, done: this.isBusy ? 0 : total, isRunning: this.isBusy }];
      }),
    }),
  };

  readonly engagement = {
    'repost-count-of': (input: unknown) => ({
      count: this.standing((input as { accountId: string }).accountId).reposts,
    }),
    'hide-reposts-of': (input: unknown) => {
      const { accountId, removalId } = input as { accountId: string; removalId: string };
      this.#answering('hide reposts', accountId);
      const count = this.standing(accountId).reposts;
      if (count > 0) this.#hiddenReposts.set(removalId, { accountId, count });
      this.post(accountId, { ...this.standing(accountId), reposts: 0 });
      this.onHide();
      return { count };
    },
    'show-reposts-of': (input: unknown) => {
      const { accountId, removalId } = input as { accountId: string; removalId: string };
      this.#answering('show reposts', accountId);
      const hidden = this.#hiddenReposts.get(removalId);
      if (!hidden) return { count: 0 };
      this.#hiddenReposts.delete(removalId);
      this.post(hidden.accountId, { ...this.standing(hidden.accountId), reposts: hidden.count });
      this.onReturn(hidden.accountId);
      return { count: hidden.count };
    },
  };

  #answering(act: string, subjectId: string): void {
    if (this.isAway) throw new Refusal('unavailable');
    this.#acts.push({ act, subjectId });
  }
}
