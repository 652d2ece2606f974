import {
  ActivityItem,
  BeforeInstantQuery,
  contentRpc,
  FoundUser,
  gamificationRpc,
  HeardUser,
  Id,
  IgnoredQuestions,
  identityRpc,
  limits,
  numberFrom1,
  OwnContentItem,
  OwnUser,
  type PendingQuestion,
  PendingQuestions,
  PostKind,
  Profile,
  Question,
  RecentQuestionOrNull,
  Refusal,
  SearchQuery,
  User,
  UserListItem,
  UserListQuery,
  XpActivity,
  XpToday,
} from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import { pageByTime } from '@hearsay/service-runtime';
import { z } from 'zod';
import { type ApiRequest, mutesOf, requireSelf, type WithQuery } from '../http/call.js';
import { ApiController, ApiGet, ApiPost } from '../http/route.js';
import { pickPublicFields } from '../present/pick.js';
import { presentFoundUser, presentListedUser } from '../present/user.js';
import { HeardPeople } from '../read/heard-people.js';
import { People } from '../read/people.js';
import { Podcasts } from '../read/podcasts.js';
import { Profiles } from '../read/profiles.js';
import { Questions } from '../read/questions.js';

const PostsQuery = z.object({ kind: PostKind, ...BeforeInstantQuery.shape });

@ApiController('api/users', 'People')
export class UsersController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly profiles: Profiles,
    private readonly heardPeople: HeardPeople,
  ) {}

  @ApiGet('', {
    summary: 'People by name, at most 1,000; with `after` page by page',
    query: UserListQuery,
    answer: z.array(UserListItem),
  })
  async list({ call }: WithQuery<typeof UserListQuery>): Promise<UserListItem[]> {
    const { canAsk, isAnonymous, after } = call.query;
    const wanted = {
      limit: after === undefined ? limits.userList : limits.peoplePage,
      after: after ?? '',
      onlyWhoTakeQuestions: canAsk === 'true',
      isAnonymous: isAnonymous === 'true',
    };
    const { people } = await this.rpc.call(identityRpc.listPeople, wanted, call.context);
    return people.map((person) => presentListedUser(person, call.viewer));
  }

  @ApiGet('search', {
    summary: 'People whose names hold some words',
    query: SearchQuery,
    answer: z.array(FoundUser),
    limit: 'searches',
  })
  async search({ call }: WithQuery<typeof SearchQuery>): Promise<FoundUser[]> {
    if (call.query.q === '') return [];
    const { people } = await this.rpc.call(
      identityRpc.searchPeople,
      { words: call.query.q, limit: limits.foundUsers },
      call.context,
    );
    const followed = await this.heardPeople.followedAmong(people, call.context);
    return people.map((person) => presentFoundUser(person, call.viewer, followed?.has(person.id) ?? null));
  }

  @ApiGet('heard', {
    summary: 'People whose posts others have boosted most in the last seven days, without those that one follows',
    answer: z.array(HeardUser),
    needsSession: true,
  })
  heard({ call }: ApiRequest): Promise<HeardUser[]> {
    return this.heardPeople.heard(call.context, mutesOf(call));
  }

  @ApiGet('username/:username', {
    summary: 'The person with a name',
    words: { username: null },
    answer: z.union([OwnUser, User]),
  })
  named({ call, params: { username } }: ApiRequest): Promise<User | OwnUser> {
    return this.profiles.userNamed(username, call.context);
  }

  @ApiGet(':id', {
    summary: 'A profile; what is older than `before` on further pages',
    query: BeforeInstantQuery,
    answer: Profile,
  })
  profile({ call, params: { id } }: WithQuery<typeof BeforeInstantQuery>): Promise<Profile> {
    return this.profiles.profile(id, call.query.before ?? null, call.context);
  }

  @ApiGet(':id/posts', {
    summary: 'Replies or episodes of a person in their own name, newest first; older than `before` on further pages',
    query: PostsQuery,
    answer: z.array(ActivityItem),
  })
  posts({ call, params: { id } }: WithQuery<typeof PostsQuery>): Promise<ActivityItem[]> {
    const { kind, before = null } = call.query;
    return this.profiles.posts(id, { kind, before }, call.context);
  }
}

/** `before` is the id of the last entry that the client has. */
const XpActivitiesQuery = z.object({
  before: z.optional(Id),
  limit: numberFrom1(limits.xpActivitiesPage, limits.xpActivitiesPage),
});

@ApiController('api/users', 'XP')
export class XpController {
  constructor(private readonly rpc: RpcClient) {}

  @ApiGet(':id/xp-activities', {
    summary: "One's own XP, newest first",
    query: XpActivitiesQuery,
    answer: z.array(XpActivity),
    needsSession: true,
    hasETag: true,
  })
  async activities({ call, params: { id } }: WithQuery<typeof XpActivitiesQuery>): Promise<XpActivity[]> {
    requireSelf(id, call, 'XP activities are for oneself only');
    const { before = null, limit } = call.query;
    const { activities } = await this.rpc.call(gamificationRpc.xpActivities, { before, limit }, call.context);
    return activities.map((entry) => pickPublicFields(XpActivity, entry));
  }

  @ApiGet(':id/xp-today', {
    summary: "One's own XP of this UTC day by rule, with the rule's daily cap",
    answer: z.array(XpToday),
    needsSession: true,
    hasETag: true,
  })
  async today({ call, params: { id } }: ApiRequest): Promise<XpToday[]> {
    requireSelf(id, call, 'XP of today is for oneself only');
    const { rules } = await this.rpc.call(gamificationRpc.xpToday, {}, call.context);
    return rules.map((rule) => pickPublicFields(XpToday, rule));
  }
}

type PageRequest = WithQuery<typeof BeforeInstantQuery>;

const forOneself = 'This is for oneself only';

const PendingQuery = z.object({ filtered: z.enum(['true', 'false']).default('false'), ...BeforeInstantQuery.shape });

@ApiController('api/users', 'Questions')
export class QuestionsOfPeopleController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly people: People,
    private readonly questions: Questions,
    private readonly podcasts: Podcasts,
  ) {}

  @ApiGet(':id/pending-questions', {
    summary: 'Questions that wait for the own approval, newest first; `filtered`: those that a word rule holds',
    query: PendingQuery,
    answer: PendingQuestions,
    needsSession: true,
    hasETag: true,
  })
  async pending({ call, params: { id } }: WithQuery<typeof PendingQuery>): Promise<PendingQuestion[]> {
    requireSelf(id, call, forOneself);
    const { before = null, filtered } = call.query;
    const wanted = { before, isFiltered: filtered === 'true' };
    const { questions } = await this.rpc.call(contentRpc.pendingQuestions, wanted, call.context);
    const shown = await this.questions.list(questions, call.context);
    return shown.map((question, at) => ({ ...question, filteredBy: questions[at]!.filteredBy }));
  }

  @ApiPost(':id/pending-questions/ignore', {
    summary: 'Take all questions that one person asked by name out of the own pending ones; anonymous ones stay',
    body: z.object({ userId: Id }),
    // `userId` names the asker here, not the actor.
    actor: [],
    answer: IgnoredQuestions,
    limit: 'posts',
  })
  ignoreAllOf({ call, params: { id } }: ApiRequest<{ userId: string }>): Promise<IgnoredQuestions> {
    requireSelf(id, call, forOneself);
    return this.rpc.call(contentRpc.ignoreQuestionsOf, { askerId: call.body.userId }, call.context);
  }

  @ApiGet(':id/recent-question', {
    summary: 'The newest question that somebody asked by name, or null',
    answer: RecentQuestionOrNull,
  })
  async recent({ call, params: { id } }: ApiRequest): Promise<Question | null> {
    const [person, { question }] = await Promise.all([
      this.people.person(id, call.context),
      this.rpc.call(contentRpc.recentQuestion, { accountId: id }, call.context),
    ]);
    if (!person) throw new Refusal('not_found', 'User not found');
    return question && this.questions.question(question, call.context);
  }

  @ApiGet(':id/content', {
    summary: 'The own questions and episodes, anonymous and pending ones too, newest first',
    query: BeforeInstantQuery,
    answer: z.array(OwnContentItem),
    needsSession: true,
    hasETag: true,
  })
  async content({ call, params: { id } }: PageRequest): Promise<OwnContentItem[]> {
    requireSelf(id, call, forOneself);
    const wanted = { before: call.query.before ?? null };
    const [{ questions }, { podcasts }] = await Promise.all([
      this.rpc.call(contentRpc.ownQuestionsPage, wanted, call.context),
      this.rpc.call(contentRpc.ownPodcastsPage, wanted, call.context),
    ]);
    const lists = await Promise.all([
      this.questions.list(questions, call.context),
      this.podcasts.list(podcasts, call.context),
    ]);
    const newest = lists.flat().sort((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt));
    return pageByTime(newest, limits.ownContentPage, ({ createdAt }) => createdAt);
  }
}
