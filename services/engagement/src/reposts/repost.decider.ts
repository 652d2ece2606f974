import { type ContentTarget, type EventOf, Refusal, Reposted, RepostRemoved, RepostRestored } from '@hearsay/contracts';
import { type BatchView, type CommandDefinition, type CommandPlan, newEvent, rowAggregate } from '@hearsay/event-store';
import { counterAggregate, liveCountsMessages } from '../counters/counter.aggregates.js';
import type { Counter } from '../counters/counter.sql.js';
import { repostIdOf } from '../pair-ids.js';
import { loadReposts, type Repost, type RepostedContent } from './repost.sql.js';

export const repostEvents = [Reposted, RepostRemoved, RepostRestored] as const;
export type RepostEventDefinition = (typeof repostEvents)[number];

const evolve = (repost: Repost, event: EventOf<RepostEventDefinition>): Repost => {
  const { contentType, contentId, questionId, owner, toggle } = event.data;
  return {
    isReposted: event.type !== RepostRemoved.type,
    removalId: event.type === RepostRemoved.type ? event.data.removalId : null,
    toggle,
    textId: event.type === Reposted.type ? event.data.textId : repost.textId,
    of: { contentType, contentId, questionId, owner },
  };
};

/** The key is the repost's id. The lock on the content's counter guards the repost. */
export const repostAggregate = rowAggregate('repost', repostEvents, loadReposts, evolve);

/** Words are erased 73 hours after a removal. A wipe can be undone for 72 hours, and the undo may arrive later. */
const eraseWordsAfterMs = 73 * 3600 * 1000;

/** Limits the locks of a command, because it locks the counter of each reposted content. */
export const maxRepostsPerCommand = 100;

export interface RepostContent {
  readonly reposterId: string;
  readonly target: ContentTarget;
  readonly textId: string | null;
  readonly text: string | null;
}

type RepostResult = { readonly repostId: string; readonly repostCount: number; readonly questionId: string };

export interface RepostRef {
  readonly repostId: string;
  readonly contentId: string;
}

/** Input of `removeReposts` and `restoreReposts`. All reposts belong to `reposterId`. */
export interface RemoveReposts {
  readonly reposterId: string;
  readonly removalId: string;
  readonly reposts: readonly RepostRef[];
}

const planOf = (reposts: readonly RepostRef[]): CommandPlan => ({
  aggregates: {
    [repostAggregate.name]: reposts.map(({ repostId }) => repostId),
    [counterAggregate.name]: reposts.map(({ contentId }) => contentId),
  },
});

const changeOf = (view: BatchView, reposterId: string, content: RepostedContent, isReposted: boolean) => {
  const { contentType, contentId, questionId, owner } = content;
  const repostId = repostIdOf(reposterId, contentId);
  const before = view.state(counterAggregate, contentId);
  const [repostCount, revision] = [before.reposts + (isReposted ? 1 : -1), before.revision + 1];
  const after: Counter = { ...before, reposts: repostCount, revision };
  const toggle = view.state(repostAggregate, repostId).toggle + 1;
  const ids = { repostId, reposterId, contentType, contentId, questionId, owner };
  const touches = [{ aggregate: counterAggregate, key: contentId }];
  return {
    after,
    data: { ...ids, repostCount, revision, toggle },
    envelope: { aggregate: repostAggregate, key: repostId, touches },
  };
};

const changedContentsOf = (changes: readonly ReturnType<typeof changeOf>[]) => ({
  changed: changes.map(({ data: { contentType, contentId, questionId } }) => ({ contentType, contentId, questionId })),
});

export const repostContent: CommandDefinition<RepostContent, RepostResult, typeof Reposted> = {
  type: 'repost',

  plan: ({ reposterId, target: { contentId } }) => planOf([{ repostId: repostIdOf(reposterId, contentId), contentId }]),

  decide({ reposterId, target, textId, text }, view) {
    const repostId = repostIdOf(reposterId, target.contentId);
    const before = view.state(repostAggregate, repostId);
    if (before.isReposted) throw new Refusal('already_reposted');
    const { data, envelope, after } = changeOf(view, reposterId, target, true);
    return {
      events: [newEvent(Reposted, { ...data, textId }, envelope)],
      rows: {
        texts: textId !== null && text !== null ? [{ id: textId, words: text }] : [],
        // Erases the words of the repost that this one replaces, because no undo can restore that repost now.
        erasedTexts: before.textId === null ? [] : [{ id: before.textId }],
      },
      live: liveCountsMessages(target, after),
      result: { repostId, repostCount: after.reposts, questionId: target.questionId },
    };
  },
};

/** Removes a person's reposts under one removal id. Does not change reposts that are removed already. */
export const removeReposts: CommandDefinition<
  RemoveReposts,
  ReturnType<typeof changedContentsOf>,
  typeof RepostRemoved
> = {
  type: 'remove-reposts',

  plan: ({ reposts }) => planOf(reposts),

  decide({ reposterId, removalId, reposts }, view, { now }) {
    const changes = reposts.flatMap(({ repostId }) => {
      const { isReposted, textId, of } = view.state(repostAggregate, repostId);
      return isReposted && of ? [{ ...changeOf(view, reposterId, of, false), textId }] : [];
    });
    const dueAt = new Date(Date.parse(now) + eraseWordsAfterMs).toISOString();
    return {
      events: changes.map(({ data, envelope }) => newEvent(RepostRemoved, { ...data, removalId }, envelope)),
      rows: {
        erasures: changes.flatMap(({ data, textId }) =>
          textId === null ? [] : [{ repostId: data.repostId, removalId, dueAt }],
        ),
      },
      live: changes.flatMap(({ data, after }) => liveCountsMessages(data, after)),
      result: changedContentsOf(changes),
    };
  },
};

/** Restores only reposts that the same removal id has removed. */
export const restoreReposts: CommandDefinition<
  RemoveReposts,
  ReturnType<typeof changedContentsOf>,
  typeof RepostRestored
> = {
  type: 'restore-reposts',

  plan: ({ reposts }) => planOf(reposts),

  decide({ reposterId, removalId, reposts }, view) {
    const changes = reposts.flatMap(({ repostId }) => {
      const repost = view.state(repostAggregate, repostId);
      return repost.removalId === removalId && repost.of ? [changeOf(view, reposterId, repost.of, true)] : [];
    });
    return {
      events: changes.map(({ data, envelope }) => newEvent(RepostRestored, { ...data, removalId }, envelope)),
      rows: { keptWords: changes.map(({ data }) => ({ repostId: data.repostId, removalId })) },
      live: changes.flatMap(({ data, after }) => liveCountsMessages(data, after)),
      result: changedContentsOf(changes),
    };
  },
};
