import { contentRpc, engagementRpc, identityRpc, Refusal, type RpcInput, type WipeCounts } from '@hearsay/contracts';

interface Hiding {
  readonly accountId: string;
  readonly counts: WipeCounts;
  isShown: boolean;
}

const none: WipeCounts = { questions: 0, discussions: 0, podcasts: 0, reposts: 0 };

export class FakePostServices {
  readonly protectedIds = new Set<string>();
  readonly unknownIds = new Set<string>();
  /** Account ids of people who have an invitation on their profile. */
  readonly invitations = new Set<string>();
  readonly deletedIds = new Map<string, string>();
  onReturn: (accountId: string) => void = () => undefined;
  onHide: () => void = () => undefined;
  isBusy = false;
  isAway = false;
  readonly #acts: { readonly act: string; readonly subjectId: string }[] = [];
  readonly #kept = new Map<string, WipeCounts>();
  readonly #hiddenInvitations = new Map<string, string>();
  readonly #hidings = new Map<string, Hiding>();
  readonly #hiddenReposts = new Map<string, { accountId: string; count: number }>();

  setCounts(accountId: string, counts: Partial<WipeCounts>): void {
    this.#kept.set(accountId, { ...none, ...counts });
  }

  actsOn(subjectId: string): string[] {
    return this.#acts.filter((one) => one.subjectId === subjectId).map(({ act }) => act);
  }

  isInvitationShown(accountId: string): boolean {
    return this.invitations.has(accountId) && !this.#hiddenInvitations.has(accountId);
  }

  countsOf(accountId: string): WipeCounts {
    return this.#kept.get(accountId) ?? none;
  }

  readonly identity = {
    [identityRpc.wipeSubject.name]: (input: unknown) => {
      const { accountId } = input as RpcInput<typeof identityRpc.wipeSubject>;
      const removalId = this.deletedIds.get(accountId) ?? null;
      const exists = !this.unknownIds.has(accountId) && removalId === null;
      const hasInvitation = this.invitations.has(accountId) && !this.#hiddenInvitations.has(accountId);
      return { exists, isProtected: this.protectedIds.has(accountId), removalId, hasInvitation };
    },
    [identityRpc.hideInvitationOf.name]: (input: unknown) => {
      const { accountId, removalId } = input as RpcInput<typeof identityRpc.hideInvitationOf>;
      if (this.isAway) throw new Refusal('unavailable');
      if (this.invitations.has(accountId)) this.#hiddenInvitations.set(accountId, removalId);
      return {};
    },
    [identityRpc.showInvitationOf.name]: (input: unknown) => {
      const { accountId, removalId } = input as RpcInput<typeof identityRpc.showInvitationOf>;
      if (this.isAway) throw new Refusal('unavailable');
      if (this.#hiddenInvitations.get(accountId) === removalId) this.#hiddenInvitations.delete(accountId);
      return {};
    },
  };

  readonly content = {
    [contentRpc.countPostsOf.name]: (input: unknown) => {
      const { reposts: _, ...counts } = this.countsOf((input as { accountId: string }).accountId);
      return { counts };
    },
    [contentRpc.hideContentOf.name]: (input: unknown, context: { accountId: string | null }) => {
      const { accountId, removalId } = input as RpcInput<typeof contentRpc.hideContentOf>;
      this.#recordAct(`hide posts as ${context.accountId}`, accountId);
      const counts = this.countsOf(accountId);
      if (!this.#hidings.has(removalId)) {
        this.#hidings.set(removalId, { accountId, counts, isShown: false });
        this.setCounts(accountId, { reposts: counts.reposts });
      }
      return { counts };
    },
    [contentRpc.showContentOf.name]: (input: unknown) => {
      const hiding = this.#hidings.get((input as { removalId: string }).removalId);
      if (!hiding) throw new Refusal('not_found');
      this.#recordAct('show posts', hiding.accountId);
      if (!hiding.isShown) {
        hiding.isShown = true;
        this.setCounts(hiding.accountId, { ...hiding.counts, reposts: this.countsOf(hiding.accountId).reposts });
      }
      return {};
    },
    [contentRpc.hidingProgress.name]: (input: unknown) => ({
      hidings: (input as { removalIds: string[] }).removalIds.flatMap((removalId) => {
        const hiding = this.#hidings.get(removalId);
        if (!hiding) return [];
        const total = hiding.counts.questions + hiding.counts.discussions + hiding.counts.podcasts;
        return [{ removalId, total, done: this.isBusy ? 0 : total, isRunning: this.isBusy }];
      }),
    }),
  };

  readonly engagement = {
    [engagementRpc.repostCountOf.name]: (input: unknown) => ({
      count: this.countsOf((input as { accountId: string }).accountId).reposts,
    }),
    [engagementRpc.hideRepostsOf.name]: (input: unknown) => {
      const { accountId, removalId } = input as RpcInput<typeof engagementRpc.hideRepostsOf>;
      this.#recordAct('hide reposts', accountId);
      const count = this.countsOf(accountId).reposts;
      if (count > 0) this.#hiddenReposts.set(removalId, { accountId, count });
      this.setCounts(accountId, { ...this.countsOf(accountId), reposts: 0 });
      this.onHide();
      return { count };
    },
    [engagementRpc.showRepostsOf.name]: (input: unknown) => this.showReposts(input as { removalId: string }),
  };

  showReposts({ removalId }: { readonly removalId: string }): { count: number } {
    const hidden = this.#hiddenReposts.get(removalId);
    if (!hidden) return { count: 0 };
    const { accountId, count } = hidden;
    this.#recordAct('show reposts', accountId);
    this.#hiddenReposts.delete(removalId);
    this.setCounts(accountId, { ...this.countsOf(accountId), reposts: count });
    this.onReturn(accountId);
    return { count };
  }

  #recordAct(act: string, subjectId: string): void {
    if (this.isAway) throw new Refusal('unavailable');
    this.#acts.push({ act, subjectId });
  }
}
