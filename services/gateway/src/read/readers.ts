import type { RpcClient } from '@hearsay/messaging';
import { AccountExports } from './account-exports.js';
import { Counters } from './counters.js';
import { FeedPages } from './feed-pages.js';
import { HeardPeople } from './heard-people.js';
import { Hydration } from './hydration.js';
import { Inbox } from './inbox.js';
import { ListedItems } from './listed-items.js';
import { Reports } from './moderation.js';
import { MuteLists } from './mute-lists.js';
import { People } from './people.js';
import { PodcastFeeds } from './podcast-feeds.js';
import { Podcasts } from './podcasts.js';
import { Profiles } from './profiles.js';
import { QuestionPages, RoomPages } from './question-pages.js';
import { QuestionHeads, Questions } from './questions.js';
import { Searches } from './searches.js';

export const createReaders = (rpc: RpcClient) => {
  const people = new People(rpc);
  const counters = new Counters(rpc);
  const hydration = new Hydration(people, counters);
  const heads = new QuestionHeads(rpc);
  const inbox = new Inbox(rpc, people);
  const listed = new ListedItems(rpc, people, counters);
  const questions = new Questions(rpc, hydration);
  const podcasts = new Podcasts(rpc, hydration);
  const profiles = new Profiles(rpc, people, listed);
  const muteLists = new MuteLists(rpc, people, listed);
  return {
    people,
    counters,
    hydration,
    inbox,
    listed,
    questions,
    podcasts,
    podcastFeeds: new PodcastFeeds(rpc, people, podcasts),
    profiles,
    muteLists,
    heardPeople: new HeardPeople(rpc, people),
    searches: new Searches(rpc, people, questions),
    feedPages: new FeedPages(rpc, listed),
    questionPages: new QuestionPages(rpc, hydration, heads),
    roomPages: new RoomPages(rpc, hydration, heads),
    reports: new Reports(rpc, people),
    exports: new AccountExports(rpc, profiles, questions, podcasts, people, inbox, muteLists),
  };
};

export type Readers = ReturnType<typeof createReaders>;
