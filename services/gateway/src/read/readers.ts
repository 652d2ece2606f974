import type { RpcClient } from '@hearsay/messaging';
import { AccountExports } from './account-exports.js';
import { Counters } from './counters.js';
import { FeedPages } from './feed-pages.js';
import { Inbox } from './inbox.js';
import { ListedItems } from './listed-items.js';
import { Reports } from './moderation.js';
import { People } from './people.js';
import { Podcasts } from './podcasts.js';
import { Profiles } from './profiles.js';
import { QuestionPages } from './question-pages.js';
import { QuestionHeads, Questions, ReportedQuestions } from './questions.js';
import { RoomPages } from './room-pages.js';

export const readersOf = (rpc: RpcClient) => {
  const people = new People(rpc);
  const counters = new Counters(rpc);
  const heads = new QuestionHeads(rpc);
  const inbox = new Inbox(rpc, people);
  const listed = new ListedItems(rpc, people, counters);
  const questions = new Questions(rpc, people, counters);
  const podcasts = new Podcasts(rpc, people, counters);
  const profiles = new Profiles(rpc, people, listed);
  return {
    people,
    counters,
    inbox,
    questions,
    podcasts,
    profiles,
    feedPages: new FeedPages(rpc, listed),
    questionPages: new QuestionPages(rpc, people, counters, heads),
    roomPages: new RoomPages(rpc, people, counters, heads),
    reported: new ReportedQuestions(rpc),
    reports: new Reports(rpc, people),
    exports: new AccountExports(rpc, profiles, questions, podcasts, people, inbox),
  };
};
