import {
  ContentRemoved,
  ContentRestored,
  type EventOf,
  limits,
  type Owner,
  PodcastAnswerMarked,
  PodcastEdited,
  type PodcastMediaType,
  PodcastPublished,
  PodcastTranscriptSet,
  Refusal,
  type RemovalCause,
} from '@hearsay/contracts';
import { type AggregateDefinition, type BatchView, type CommandDefinition, newEvent } from '@hearsay/event-store';
import type { TextRow } from '@hearsay/service-runtime';
import { checkDailyLimit, type DailyLimit, type RecentActs } from '../daily-limit.js';
import { type EditedWords, editedTextRows, newTextRows } from '../edits.js';
import type { SoundExamination } from '../sounds/examine-sound.js';
import { uploadAggregate } from '../uploads/upload.sql.js';
import { loadPodcasts, type Podcast } from './podcast.sql.js';

export const podcastEvents = [
  PodcastPublished,
  PodcastEdited,
  PodcastAnswerMarked,
  PodcastTranscriptSet,
  ContentRemoved,
  ContentRestored,
] as const;
export type PodcastDefinition = (typeof podcastEvents)[number];

const evolve = (podcast: Podcast | null, event: EventOf<PodcastDefinition>): Podcast | null => {
  if (event.type === PodcastPublished.type) {
    const { owner, titleTextId, descriptionTextId, duration } = event.data;
    // The author of an episode is always named.
    const ownerId = owner.accountId ?? '';
    const facts = { ownerId, titleTextId, descriptionTextId, duration, answers: [], transcriptKey: null };
    return { ...facts, removalId: null, removalRevision: 0, isErased: false };
  }
  if (!podcast) return null;
  switch (event.type) {
    case PodcastEdited.type:
      return { ...podcast, titleTextId: event.data.titleTextId, descriptionTextId: event.data.descriptionTextId };
    case PodcastAnswerMarked.type: {
      const { questionId, at, revision } = event.data;
      const others = podcast.answers.filter((answer) => answer.questionId !== questionId);
      return { ...podcast, answers: [...others, { questionId, at, revision }] };
    }
    case PodcastTranscriptSet.type:
      return { ...podcast, transcriptKey: event.data.transcriptKey };
    case ContentRemoved.type:
      return { ...podcast, removalId: event.data.removalId, removalRevision: event.data.revision };
    case ContentRestored.type:
      return { ...podcast, removalId: null, removalRevision: event.data.revision };
  }
};

/** Null before the episode is published. The episode's row is the head of its stream. */
export const podcastAggregate: AggregateDefinition<Podcast | null, PodcastDefinition> = {
  name: 'podcast',
  events: podcastEvents,
  evolve,
  load: loadPodcasts,
};

export const planOf = ({ podcastId }: { readonly podcastId: string }) => ({
  aggregates: { [podcastAggregate.name]: [podcastId] },
});
/** The stream of the episode, for the envelope of its events. */
export const target = (podcastId: string) => ({ aggregate: podcastAggregate, key: podcastId });

/** @throws Refusal `not_found`, also for a removed episode */
export const existingPodcast = (view: BatchView, podcastId: string): Podcast => {
  const podcast = view.state(podcastAggregate, podcastId);
  if (!podcast || podcast.removalId !== null) throw new Refusal('not_found');
  return podcast;
};

export interface PublishPodcast {
  readonly podcastId: string;
  readonly title: TextRow;
  readonly description: TextRow | null;
  readonly mediaType: PodcastMediaType;
  readonly uploadId: string;
  readonly owner: Owner;
  /** Facts read from the bytes. Null if the upload is used. Only a repeat of the call that used it may name it. */
  readonly media: (Omit<SoundExamination, 'newStart'> & { readonly key: string; readonly bytes: number }) | null;
}

export const publishPodcast: CommandDefinition<
  PublishPodcast,
  { readonly podcastId: string },
  typeof PodcastPublished
> = {
  type: 'publish-podcast',

  plan: ({ podcastId, uploadId }) => ({
    aggregates: { [uploadAggregate.name]: [uploadId], [podcastAggregate.name]: [podcastId] },
  }),

  decide(input, view, { now }) {
    const { podcastId, mediaType, uploadId, owner, media } = input;
    const upload = view.state(uploadAggregate, uploadId);
    if (!upload || upload.ownerId !== owner.accountId) throw new Refusal('not_found');
    if (upload.isUsed || !media) throw new Refusal('conflict', 'This upload has been used already');
    const { ids, texts } = newTextRows(input);
    const { duration, ...bytes } = media;
    return {
      events: [
        newEvent(
          PodcastPublished,
          { podcastId, ...ids, owner, mediaType, mediaKey: media.key, duration },
          { ...target(podcastId), touches: [{ aggregate: uploadAggregate, key: uploadId }] },
        ),
      ],
      rows: { texts, media: [bytes], usedUploads: [{ id: uploadId, usedAt: now }] },
      result: { podcastId },
    };
  },
};

export interface Act {
  readonly podcastId: string;
  readonly accountId: string;
}

export const editPodcast: CommandDefinition<Act & EditedWords, { readonly podcastId: string }, typeof PodcastEdited> = {
  type: 'edit-podcast',

  plan: planOf,

  decide({ podcastId, accountId, ...edit }, view) {
    const podcast = existingPodcast(view, podcastId);
    if (podcast.ownerId !== accountId) throw new Refusal('forbidden', 'Only its author may edit an episode');
    const result = { podcastId };
    const edited = editedTextRows(podcast, edit);
    if (!edited) return { events: [], result };
    return {
      events: [newEvent(PodcastEdited, { podcastId, ...edited.ids }, target(podcastId))],
      rows: edited.rows,
      result,
    };
  },
};

export interface SetPodcastAnswers extends Act {
  /** Questions that are open to everyone. */
  readonly answers: readonly { readonly questionId: string; readonly at: number; readonly questionOwner: Owner }[];
  /** The answers that the person has recently marked, in all episodes. Limited, because each one notifies people. */
  readonly recentMarks: RecentActs;
}

const answersADay: DailyLimit = {
  name: 'podcast-answers',
  count: limits.podcastAnswersPerDay,
  text: `You can mark ${limits.podcastAnswersPerDay} answers a day`,
  field: 'answers',
};

export const setPodcastAnswers: CommandDefinition<
  SetPodcastAnswers,
  { readonly podcastId: string },
  typeof PodcastAnswerMarked
> = {
  type: 'set-podcast-answers',

  plan: planOf,

  decide({ podcastId, accountId, answers, recentMarks }, view, { now }) {
    const { ownerId, duration, answers: before } = existingPodcast(view, podcastId);
    if (ownerId !== accountId) throw new Refusal('forbidden', 'Only its author may say what an episode answers');
    const late = answers.findIndex(({ at }) => duration !== null && at > duration);
    if (late >= 0) {
      const fields = { [`${late}.at`]: `The episode ends after ${duration} seconds` };
      throw new Refusal('invalid_input', undefined, { fields });
    }
    const known = new Map(before.map((answer) => [answer.questionId, answer]));
    const kept = new Set(answers.map(({ questionId }) => questionId));
    const withdrawn = before.filter(({ questionId, at }) => at !== null && !kept.has(questionId));
    const changed = answers.filter(({ questionId, at }) => known.get(questionId)?.at !== at);
    if (changed.length > 0) checkDailyLimit(answersADay, recentMarks, { now, added: changed.length });
    const marked = [...withdrawn.map(({ questionId }) => ({ questionId, at: null, questionOwner: null })), ...changed];
    const events = marked.map((answer) => {
      const revision = (known.get(answer.questionId)?.revision ?? 0) + 1;
      return newEvent(
        PodcastAnswerMarked,
        { podcastId, podcastOwnerId: ownerId, ...answer, revision },
        target(podcastId),
      );
    });
    return { events, result: { podcastId } };
  },
};

/** A play is a row and not an event, because it earns no XP, and the row with the listener is deleted after a day. */
export const playPodcast: CommandDefinition<Act, { readonly podcastId: string }> = {
  type: 'play-podcast',

  plan: planOf,

  decide({ podcastId, accountId }, view, { now }) {
    existingPodcast(view, podcastId);
    return { events: [], rows: { plays: [{ podcastId, accountId, at: now }] }, result: { podcastId } };
  },
};

interface Removal {
  readonly podcastId: string;
  /** Content that is removed and restored together shares this id. */
  readonly removalId: string;
}

type RemovePodcast = Removal & Act & { readonly isAmbassador: boolean };

const removalOf = ({ podcastId, removalId }: Removal, { ownerId, removalRevision }: Podcast) => ({
  ...{ contentType: 'podcast' as const, contentId: podcastId, questionId: podcastId },
  ...{ owner: { accountId: ownerId, sealed: null }, isAnonymous: false },
  ...{ removalId, revision: removalRevision + 1, number: null },
});

const removed = (removal: Removal, podcast: Podcast, cause: RemovalCause) =>
  newEvent(ContentRemoved, { ...removalOf(removal, podcast), cause }, target(removal.podcastId));

export const removePodcast: CommandDefinition<RemovePodcast, { readonly podcastId: string }, typeof ContentRemoved> = {
  type: 'remove-podcast',

  plan: planOf,

  decide({ accountId, isAmbassador, ...removal }, view) {
    const podcast = existingPodcast(view, removal.podcastId);
    const isOwner = podcast.ownerId === accountId;
    if (!isOwner && !isAmbassador) throw new Refusal('forbidden', 'Only its author may delete an episode');
    const event = removed(removal, podcast, isOwner ? 'author' : 'ambassador');
    return { events: [event], result: { podcastId: removal.podcastId } };
  },
};

type HidePodcast = Removal & { readonly cause: RemovalCause };

/** Does nothing if the episode is removed already. An undo of this removal then does not restore it. */
export const hidePodcast: CommandDefinition<HidePodcast, Record<string, never>, typeof ContentRemoved> = {
  type: 'hide-podcast',

  plan: planOf,

  decide({ cause, ...removal }, view) {
    const podcast = view.state(podcastAggregate, removal.podcastId);
    const isThere = podcast !== null && podcast.removalId === null;
    return { events: isThere ? [removed(removal, podcast, cause)] : [], result: {} };
  },
};

/** Does nothing if another removal has removed the episode, or if the bytes are erased. */
export const showPodcast: CommandDefinition<Removal, Record<string, never>, typeof ContentRestored> = {
  type: 'show-podcast',

  plan: planOf,

  decide(removal, view) {
    const podcast = view.state(podcastAggregate, removal.podcastId);
    if (!podcast || podcast.removalId !== removal.removalId || podcast.isErased) return { events: [], result: {} };
    const event = newEvent(ContentRestored, removalOf(removal, podcast), target(removal.podcastId));
    return { events: [event], result: {} };
  },
};
