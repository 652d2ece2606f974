/**
 * A model of boosts and XP, written from the specification (§9: XP rewards, levels) and from the decisions on caps,
 * reversals and anonymity. It shares no code with the services, so an error in their code is not repeated here.
 */

const worth = {
  'question-posted': 10,
  'question-approved': 15,
  'answer-given': 15,
  'boost-given': 5,
  'boost-received': 3,
} as const;
type Rule = keyof typeof worth;

const levelsBegin = [0, 100, 250, 500, 1000, 2000, 4000, 7500, 15_000, 30_000];

/** The most XP per person and UTC day that counts. A rule without an entry has no cap. */
export const dailyCaps: Readonly<Partial<Record<Rule, number>>> = {
  'question-posted': 25,
  'question-approved': 20,
  'answer-given': 40,
  'boost-given': 18,
};

interface Earning {
  readonly rule: Rule;
  readonly day: string;
}

interface Given {
  /** The day of the person's first boost. A boost that is taken back and repeated still counts on this day. */
  readonly day: string;
  isBoosted: boolean;
}

interface Passed {
  isReposted: boolean;
  wipedBy: string | null;
}

export interface Post {
  readonly contentType: 'question' | 'discussion';
  readonly id: string;
  readonly author: number;
  readonly isAnonymous: boolean;
  readonly under: Post | null;
  readonly target: number | null;
  isPending: boolean;
  earned: Earning | null;
  removedBy: string | null;
  readonly boosts: Map<number, Given>;
  readonly reposts: Map<number, Passed>;
}

type NewPost = Pick<Post, 'contentType' | 'id' | 'author' | 'isAnonymous' | 'under' | 'target'>;

/** Computes the XP that the services must report. A person is an index. */
export class XpModel {
  readonly posts: Post[] = [];
  readonly wipes: { readonly id: string; readonly subject: number; isUndone: boolean }[] = [];
  readonly #answered = new Set<string>();
  readonly #grants = new Map<number, number>();

  /** Posts that people can act on. A removed question hides all posts under it. */
  get present(): Post[] {
    return this.posts.filter(
      (post) => !post.isPending && post.removedBy === null && (post.under?.removedBy ?? null) === null,
    );
  }

  get pending(): Post[] {
    return this.posts.filter((post) => post.isPending && post.removedBy === null);
  }

  ask(question: Omit<NewPost, 'contentType' | 'under'>, day: string): void {
    const isPending = question.target !== null;
    this.#add(
      { ...question, contentType: 'question', under: null },
      isPending ? null : { rule: 'question-posted', day },
    );
  }

  approve(question: Post, day: string): void {
    question.isPending = false;
    question.earned = { rule: 'question-approved', day };
  }

  /** A person earns for the first named and the first anonymous reply under a question. */
  reply(reply: Omit<NewPost, 'contentType' | 'target'> & { under: Post }, day: string): void {
    const { author, isAnonymous, under } = reply;
    const isOwn = author === under.author && !under.isAnonymous;
    const first = `${under.id} ${author} ${isAnonymous}`;
    const earns = !isOwn && !this.#answered.has(first);
    if (!isOwn || isAnonymous) this.#answered.add(first);
    this.#add({ ...reply, contentType: 'discussion', target: null }, earns ? { rule: 'answer-given', day } : null);
  }

  /** @returns true if the person has boosted the post now */
  toggleBoost(post: Post, booster: number, day: string): boolean {
    const given = post.boosts.get(booster) ?? { day, isBoosted: false };
    given.isBoosted = !given.isBoosted;
    post.boosts.set(booster, given);
    return given.isBoosted;
  }

  hasReposted(post: Post, person: number): boolean {
    return post.reposts.get(person)?.isReposted ?? false;
  }

  setRepost(post: Post, person: number, isReposted: boolean): void {
    post.reposts.set(person, { isReposted, wipedBy: null });
  }

  remove(post: Post): void {
    post.removedBy = 'its author';
  }

  wipe(id: string, subject: number): void {
    this.wipes.push({ id, subject, isUndone: false });
    for (const post of this.posts) {
      // A wipe keeps anonymous posts, because their removal would reveal the author.
      if (post.author === subject && !post.isAnonymous && post.removedBy === null) post.removedBy = id;
      const repost = post.reposts.get(subject);
      if (repost?.isReposted) post.reposts.set(subject, { isReposted: false, wipedBy: id });
    }
  }

  undoWipe(id: string): void {
    for (const wipe of this.wipes) if (wipe.id === id) wipe.isUndone = true;
    for (const post of this.posts) {
      if (post.removedBy === id) post.removedBy = null;
      for (const repost of post.reposts.values()) {
        if (repost.wipedBy !== id) continue;
        repost.isReposted = true;
        repost.wipedBy = null;
      }
    }
  }

  grant(person: number, amount: number): void {
    this.#grants.set(person, (this.#grants.get(person) ?? 0) + amount);
  }

  boostsOf(post: Post): number {
    return [...post.boosts.values()].filter(({ isBoosted }) => isBoosted).length;
  }

  repostsOf(post: Post): number {
    return [...post.reposts.values()].filter(({ isReposted }) => isReposted).length;
  }

  /** Negative after an operator has taken more XP than the person had. */
  totalOf(person: number): number {
    const counted = this.#daysOf(person).map(({ rule, sum }) => Math.min(sum, dailyCaps[rule] ?? sum));
    return counted.reduce((total, amount) => total + amount, this.#grants.get(person) ?? 0);
  }

  isCapped(person: number): boolean {
    return this.#daysOf(person).some(({ rule, sum }) => sum > (dailyCaps[rule] ?? sum));
  }

  xpOf(person: number): number {
    return Math.max(0, this.totalOf(person));
  }

  levelOf(person: number): number {
    return levelsBegin.filter((xp) => xp <= this.xpOf(person)).length;
  }

  #daysOf(person: number): { rule: Rule; sum: number }[] {
    const days = new Map<string, { rule: Rule; sum: number }>();
    for (const { rule, day } of this.#earningsOf(person)) {
      const key = `${rule} ${day}`;
      days.set(key, { rule, sum: worth[rule] + (days.get(key)?.sum ?? 0) });
    }
    return [...days.values()];
  }

  #earningsOf(person: number): Earning[] {
    return this.posts.flatMap((post) => {
      const isOwn = post.author === person;
      const own = isOwn && post.earned !== null && post.removedBy === null ? [post.earned] : [];
      const boosts = [...post.boosts].filter(([, { isBoosted }]) => isBoosted);
      const received = boosts
        .filter(([booster]) => isOwn && booster !== person && post.removedBy === null)
        .map(([, { day }]): Earning => ({ rule: 'boost-received', day }));
      // A boost of an own post earns only if the post is anonymous, because missing XP would reveal its author.
      const given = boosts
        .filter(([booster]) => booster === person && !(isOwn && !post.isAnonymous))
        .map(([, { day }]): Earning => ({ rule: 'boost-given', day }));
      return [...own, ...received, ...given];
    });
  }

  #add(post: NewPost, earned: Earning | null): void {
    const isPending = post.target !== null;
    this.posts.push({ ...post, isPending, earned, removedBy: null, boosts: new Map(), reposts: new Map() });
  }
}
