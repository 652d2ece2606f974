import {
  ActivityItem,
  Discussion,
  FeedItem,
  Notification,
  OwnUser,
  PendingQuestion,
  type Person,
  PodcastCard,
  PodcastChapters,
  PodcastDetail,
  Question,
  QuestionDetail,
  Report,
  RoomEntry,
  SearchResult,
  SharedEntry,
  UserCard,
} from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { makeEmbedPage } from '../pages/embedded-question.js';
import { questionPlace } from '../tests/fake-questions.suite.js';
import { makePerson } from '../tests/fake-services.suite.js';
import { podcastView } from '../tests/fake-uploads.suite.js';
import {
  foundText,
  messageEntry,
  notificationView,
  questionView,
  replyView,
  reportView,
} from '../tests/views.suite.js';
import {
  presentActivityItem,
  presentChapters,
  presentDiscussion,
  presentFeedItem,
  presentPodcast,
  presentPodcastCard,
  presentPodcastDetail,
  presentQuestion,
  presentQuestionDetail,
  presentRoomEntry,
  presentSharedEntry,
} from './content.js';
import { presentReport } from './moderation.js';
import { presentNotification } from './notification.js';
import { presentSearchResult } from './search.js';
import {
  presentFoundUser,
  presentHeardUser,
  presentListedUser,
  presentOwnUser,
  presentUser,
  presentUserCard,
} from './user.js';

const lockedWords = 'nobody may read this yet';
const author = makePerson('the-sealed-author');
const cards = new Map([[author.id, presentUserCard(author)]]);
const counts = new Map();
const follows = { followerCount: 3, followingCount: 2 };

/** The payloads must hide locked words and anonymous authors even if a faulty service sends them. */
const careless = { isAnonymous: true, isRevealed: false, isMine: false } as const;
const question = questionView({ ...careless, authorId: author.id, description: lockedWords, replyBoostThreshold: 3 });
const reply = replyView({ ...careless, authorId: author.id, content: lockedWords, boostThreshold: 3 });
const entry = messageEntry(reply.questionId, 4, { ...careless, authorId: author.id, content: lockedWords });
const reveal = { number: 4, entry: 'revealed' as const, revealCount: 3, openedAt: question.createdAt };
const lowered = { number: 4, entry: 'edited' as const, replyBoostThreshold: 2 };
const stray = { ownerId: author.id, sealedOwner: 'sealed-text', text: lockedWords };

const answeredIn = [{ podcastId: question.id, title: 'Episode', at: 1, ...stray }];
const pinnedReply = { ...reply, ...stray, isPinned: true };
const detail = { question: { ...question, ...stray }, replies: [{ ...reply, ...stray }], pinnedReply, answeredIn };

const place = { ...questionPlace(question), ...stray };
const reposter = makePerson('reposter');
const reposterCards = new Map([...cards, [reposter.id, presentUserCard(reposter)]]);
const repost = {
  repostId: question.id,
  reposterId: reposter.id,
  contentType: 'discussion' as const,
  contentId: reply.id,
  questionId: question.id,
  repostedAt: question.createdAt,
};

const listedReply = { kind: 'answer' as const, place, view: { ...reply, ...stray }, parentTitle: '' };
const reposted = { ...listedReply, repost: { ...repost, ...stray, text: null } };
const listedQuestion = { kind: 'question' as const, place, repost: null, view: { ...question, ...stray } };
const bookmarked = { ...listedReply, repost: null };
const act = { ...listedReply, place: { ...place, activityType: 'replied' as const }, repost: null };

const found = { ...foundText({ isAnonymous: true, authorId: author.id, at: 5 }), ...stray };
const host = makePerson('host');
const hostCards = new Map([[host.id, presentUserCard(host)]]);
const shownEpisode = presentPodcast(
  { ...podcastView({ id: reply.id, authorId: host.id }), ...stray },
  hostCards,
  counts,
)!;
const answers = [{ questionId: question.id, title: question.title, at: 1, ...stray }];
const episode = presentPodcastDetail(shownEpisode, { answers, hasTranscript: true });

const payloads: [string, z.core.$ZodType, object][] = [
  ['question', Question, presentQuestion({ ...question, ...stray }, cards, counts)],
  ['held ask', PendingQuestion, { ...presentQuestion({ ...question, ...stray }, cards, counts), filteredBy: 'a rule' }],
  ['question page', QuestionDetail, presentQuestionDetail(detail, cards, counts)],
  ['feed item', FeedItem, presentFeedItem(listedQuestion, cards, counts)!],
  ['bookmarked reply', FeedItem, presentFeedItem(bookmarked, cards, counts)!],
  ['reposted reply', FeedItem, presentFeedItem(reposted, reposterCards, counts)!],
  ['act on a profile', ActivityItem, presentActivityItem(act, cards, counts)!],
  ['episode page', PodcastDetail, episode],
  ['chapters', PodcastChapters, presentChapters(episode)],
  ['report', Report, presentReport({ ...reportView(), ...stray }, cards)],
  ['discussion', Discussion, presentDiscussion({ ...reply, ...stray }, cards, counts, { revealCount: 1 })],
  ['room entry', RoomEntry, presentRoomEntry({ ...entry, ...stray }, cards, counts, 1)],
  ['removal', RoomEntry, presentRoomEntry({ number: 4, entry: 'removed', replyId: reply.id }, cards, counts, 1)],
  ['reveal', RoomEntry, presentRoomEntry({ ...reveal, ...stray }, cards, counts, 1)],
  ['lowered threshold', RoomEntry, presentRoomEntry({ ...lowered, ...stray }, cards, counts, 1)],
  ['room entry in a frame', SharedEntry, presentSharedEntry({ ...entry, ...stray }, cards, counts, 1)],
  ['search result', SearchResult, presentSearchResult(found, cards)],
  ['notification', Notification, presentNotification({ ...notificationView(), ...stray }, cards, new Map())],
];

const ours = `/api/media/p${'a'.repeat(24)}`;

describe('the public payloads', () => {
  it.each(payloads)('a %s never contains locked words or a sealed author', (_name, schema, payload) => {
    const text = JSON.stringify(payload);
    expect(text).not.toContain(lockedWords);
    expect(text).not.toContain(author.id);
    expect(text).not.toContain(author.username);
    expect(text).not.toContain('sealed-text');
    expect(z.parse(schema, payload)).toEqual(payload);
  });

  it('an embedded question contains no locked words and no sealed author', () => {
    const { body } = makeEmbedPage(presentQuestion({ ...question, ...stray }, cards, counts));
    for (const secret of [lockedWords, author.id, author.username, 'sealed-text']) expect(body).not.toContain(secret);
    expect(body).toContain('Asked anonymously');
  });

  it('a payload for an anonymous author has their own locked words, but no name', () => {
    const own = presentDiscussion({ ...reply, isMine: true }, cards, counts, { revealCount: 1 });
    expect(own).toMatchObject({ content: lockedWords, isRevealed: false, isMine: true, userId: null, user: null });
    const ownQuestion = presentQuestion({ ...question, isMine: true }, cards, counts);
    expect(ownQuestion).toMatchObject({
      description: lockedWords,
      isMine: true,
      creatorId: null,
      creator: null,
      creatorUsername: null,
    });
  });

  it('a payload for the author differs only by `isMine` and the author’s words', () => {
    const others = presentQuestionDetail({ question, replies: [reply], pinnedReply: reply }, cards, counts);
    const mine = { ...reply, isMine: true };
    const own = presentQuestionDetail(
      { question: { ...question, isMine: true }, replies: [mine], pinnedReply: mine },
      cards,
      counts,
    );
    expect({
      ...own,
      isMine: false,
      description: null,
      discussions: own.discussions.map((discussion) => ({ ...discussion, isMine: false, content: null })),
      pinnedReply: { ...own.pinnedReply, isMine: false, content: null },
    }).toEqual(others);
  });

  it('live frames are the same for all viewers', () => {
    const own = messageEntry(reply.questionId, 4, { isRevealed: false, isMine: true, content: lockedWords });
    const seen = presentSharedEntry(own, cards, counts, 1);
    expect(seen).toMatchObject({ discussion: { content: null } });
    expect(seen).not.toHaveProperty('discussion.isMine');
  });

  it('payloads contain the words after a reveal', () => {
    expect(presentDiscussion({ ...reply, isRevealed: true }, cards, counts, { revealCount: 3 })).toMatchObject({
      content: lockedWords,
      isRevealed: true,
      boostThreshold: 3,
      revealCount: 3,
    });
  });

  it('a locked question has `hasDescription`, and an opened question has `openedAt`', () => {
    const shown = (changes: object) => presentQuestion({ ...question, ...changes }, cards, counts);
    expect(shown({ description: null, hasDescription: true })).toMatchObject({
      description: null,
      hasDescription: true,
    });
    expect(shown({})).toMatchObject({ approvedAt: null, openedAt: null, openedBoosts: null });
    const opened = { approvedAt: question.createdAt, openedAt: question.createdAt, openedBoosts: 3 };
    expect(shown(opened)).toMatchObject(opened);
  });

  it('an episode’s card for visitors has no address of its bytes', () => {
    const view = podcastView({ id: question.id, authorId: author.id, description: 'Notes' });
    const card = presentPodcastCard(presentPodcast({ ...view, ...stray }, cards, counts)!);
    expect(z.parse(PodcastCard, card)).toEqual(card);
    expect(JSON.stringify(card)).not.toMatch(/media|Notes/);
    expect(card.creator).toEqual({ username: author.username, profileImage: null });
  });

  it('a report names an anonymous author Anonymous, and a deleted author Deleted', () => {
    const reported = (authorId: string | null) => presentReport(reportView({ authorId }), cards).reportedUser;
    expect(reported(null)).toEqual({ username: 'Anonymous', isAnonymous: true });
    expect(reported(reposter.id)).toEqual({ username: 'Deleted', isAnonymous: false });
    expect(reported(author.id)).toEqual({ username: author.username, isAnonymous: false });
  });

  it('payloads contain only those fields of people that their schema lists', () => {
    const person = { ...author, passwordHash: 'hash', email: 'x@y.example' } as Person;
    const preferences = { questionBoosts: true, newReplies: false, reposts: true, reveals: true };
    expect(presentUserCard(person)).toEqual(UserCard.parse(presentUserCard(person)));
    expect(presentOwnUser(person, { xp: 5, follows }, preferences)).toEqual(
      OwnUser.parse(presentOwnUser(person, { xp: 5, follows }, preferences)),
    );
    const forOthers = [
      presentUserCard(person),
      presentUser(person, { xp: 5, canAsk: true, canAskAnonymously: true, follows }),
      presentListedUser({ ...person, isProtected: false }, { isAmbassador: true }),
      presentFoundUser({ ...person, isProtected: false }, null, null),
      presentHeardUser(person),
    ];
    expect(JSON.stringify([...forOthers, presentOwnUser(person, { xp: 5, follows }, preferences)])).not.toMatch(
      /hash|example/,
    );
    expect(JSON.stringify(forOthers)).not.toMatch(/whoMayAsk|anonymousAsks|chosenAura|notificationPreferences/);
  });

  it.each([
    [ours, ours],
    ['https://example.org/me.png', null],
    ['//example.org/me.png', null],
    ['/api/media/../me.png', null],
    ['data:image/png;base64,AAAA', null],
    [null, null],
  ])('browsers get the picture address %s of a person as %s', (profileImage, given) => {
    const person = { ...makePerson('Nora'), profileImage, isProtected: false };
    const viewer = { isAmbassador: true };
    const views = [presentUserCard(person), presentFoundUser(person, viewer, false), presentListedUser(person, viewer)];
    expect(views.map((view) => view.profileImage)).toEqual([given, given, given]);
  });

  it('lists show pictures to signed-in people, and join dates to ambassadors', () => {
    const profileImage = ours;
    const person = { ...author, profileImage, isProtected: true };
    const isAmbassador = (is: boolean) => ({ isAmbassador: is });
    const nothing = { profileImage: null, createdAt: null, isProtected: null };
    expect(presentListedUser(person, null)).toMatchObject(nothing);
    expect(presentListedUser(person, isAmbassador(false))).toMatchObject({ ...nothing, profileImage });
    expect(presentListedUser(person, isAmbassador(true))).toMatchObject({
      createdAt: person.createdAt,
      isProtected: true,
    });
    for (const viewer of [null, isAmbassador(false)])
      expect(presentFoundUser(person, viewer, true).isProtected).toBeNull();
    expect(presentFoundUser(person, isAmbassador(true), true).isProtected).toBe(true);
    expect(presentFoundUser(person, null, true)).toMatchObject({ level: null, badge: null, isFollowing: null });
    expect(presentFoundUser(person, isAmbassador(false), true)).toMatchObject({ level: 1, isFollowing: true });
  });

  it('three fields of a named question name its asker, and missing counts are 0', () => {
    const named = presentQuestion(questionView({ authorId: author.id }), cards, counts);
    expect(named).toMatchObject({
      creatorId: author.id,
      creator: { id: author.id },
      creatorUsername: author.username,
      boostCount: 0,
    });
    const of = { contentType: 'question' as const, contentId: question.id };
    const count = { boostCount: 4, repostCount: 0, revision: 9, isBoosted: true, hasReposted: false };
    const counted = new Map([[`question:${question.id}`, { ...of, ...count }]]);
    expect(presentQuestion(question, cards, counted)).toMatchObject({ boostCount: 4, revealCount: 4 });
  });
});
