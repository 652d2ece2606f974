import { shortEpisode } from '../sounds.ts';
import { plus, type Row, row } from './rows.ts';
import type { Scene } from './scene.ts';
import { everyone, noSession, notAllowed, notThere, only, signedIn, type Verdict, type Verdicts } from './verdicts.ts';

const ofApproved = ({ approved }: Scene) => ({ params: { id: approved.id } });
const ofPending = ({ pending }: Scene) => ({ params: { id: pending.id } });
const ofReply = ({ reply }: Scene) => ({ params: { id: reply.id } });
const ofPodcast = ({ podcast }: Scene) => ({ params: { id: podcast.id } });
const freshApproved = async (scene: Scene) => ({ params: { id: (await scene.question('approved')).id }, body: {} });
const freshPending = async (scene: Scene) => ({ params: { id: (await scene.question('pending')).id }, body: {} });

const pendingIsSeen = (verdict: Verdict, others: Verdict = notThere): Verdicts =>
  everyone(others, { owner: verdict, target: verdict });
const freshReported = async (scene: Scene) => ({ params: { id: (await scene.freshReportedAsk()).id } });

const signedInAndPending = (asker: Verdict, asked: Verdict): Verdicts =>
  only({ owner: asker, target: asked }, notThere);

const questions: Row[] = [
  row('POST /api/questions', () => ({ body: { title: 'Why?' } }), signedIn(201), { actors: ['creatorId'] }),
  row(
    'POST /api/questions',
    ({ people }, role) => ({
      body: {
        title: 'Why you?',
        isAnonymous: true,
        targetUserId: (role === 'target' ? people.owner : people.target).user.id,
      },
    }),
    everyone(201),
    { when: 'anonymously to one person', actors: ['creatorId'] },
  ),
  row(
    'POST /api/questions',
    ({ people }, role) => ({
      body: { title: 'And you?', targetUserId: (role === 'target' ? people.owner : people.target).user.id },
    }),
    signedIn(201),
    { when: 'by name to one person' },
  ),
  row('GET /api/questions/{id}', ofApproved, everyone(200)),
  row('GET /api/questions/{id}', ofPending, pendingIsSeen(200), { when: 'pending' }),
  row('GET /api/questions/{id}/discussions', ofApproved, everyone(200)),
  row('GET /api/questions/{id}/discussions', ofPending, pendingIsSeen(200), { when: 'pending' }),
  row('GET /api/questions/{id}/room', plus(ofApproved, { query: { after: '0' } }), everyone(200)),
  row('GET /api/questions/{id}/room', plus(ofPending, { query: { after: '0' } }), pendingIsSeen(200), {
    when: 'pending',
  }),
  row('GET /api/content/{id}', ofApproved, everyone(200)),
  row('GET /api/content/{id}', ofPending, pendingIsSeen(200), { when: 'pending' }),
  row('PATCH /api/questions/{id}', plus(freshApproved, { body: { title: 'What else?' } }), only({ owner: 200 }), {
    actors: ['userId'],
  }),
  row(
    'PATCH /api/questions/{id}',
    plus(freshPending, { body: { title: 'What else?' } }),
    signedInAndPending(200, notAllowed),
    { when: 'pending' },
  ),
  row('DELETE /api/questions/{id}', freshApproved, only({ owner: 200, target: 200, ambassador: 200 }), {
    actors: ['userId'],
  }),
  row(
    'DELETE /api/questions/{id}',
    freshPending,
    { ...signedInAndPending(200, notAllowed), ambassador: 200 },
    { when: 'pending' },
  ),
  row('POST /api/questions/{id}/approve', freshPending, signedInAndPending(notAllowed, 200), { actors: ['userId'] }),
  row('POST /api/questions/{id}/approve', freshApproved, only({ target: 200 }), { when: 'approved already' }),
  row(
    'POST /api/questions/{id}/approve-with-reply',
    plus(freshPending, { body: { content: 'Because' } }),
    signedInAndPending(notAllowed, 201),
    { actors: ['userId'] },
  ),
  row(
    'POST /api/questions/{id}/approve-with-reply',
    plus(freshApproved, { body: { content: 'Because' } }),
    only({ target: '409 conflict' }),
    { when: 'approved already' },
  ),
  row('POST /api/questions/{id}/ignore', freshApproved, only({ target: '409 conflict' }), { when: 'approved already' }),
  row('POST /api/questions/{id}/ignore', freshPending, signedInAndPending(notAllowed, 200), { actors: ['userId'] }),
];

/** While a report is open, ambassadors can read a pending question by two calls only. */
const reportedQuestions: Row[] = [
  ...['GET /api/questions/{id}', 'GET /api/content/{id}'].map((call) => ({
    call,
    when: 'pending and reported',
    ask: freshReported,
    verdicts: { ...pendingIsSeen(200), ambassador: 200 },
  })),
  row('GET /api/questions/{id}/discussions', freshReported, pendingIsSeen(200), { when: 'pending and reported' }),
  row('GET /api/questions/{id}/room', plus(freshReported, { query: { after: '0' } }), pendingIsSeen(200), {
    when: 'pending and reported',
  }),
  row(
    'POST /api/questions/{id}/discussions',
    plus(freshReported, { body: { content: 'Words' } }),
    signedInAndPending(201, 201),
    { when: 'pending and reported' },
  ),
  row(
    'POST /api/questions/{id}/boost',
    plus(freshReported, { body: { isBoosted: true } }),
    signedInAndPending(200, 200),
    { when: 'pending and reported' },
  ),
];

const replies: Row[] = [
  row(
    'POST /api/discussions',
    ({ approved }) => ({ body: { questionId: approved.id, content: 'Words' } }),
    signedIn(201),
    { actors: ['userId'] },
  ),
  row(
    'POST /api/discussions',
    ({ pending }) => ({ body: { questionId: pending.id, content: 'Words' } }),
    signedInAndPending(201, 201),
    { when: 'pending' },
  ),
  row('POST /api/questions/{id}/discussions', plus(ofApproved, { body: { content: 'Words' } }), signedIn(201), {
    actors: ['userId'],
  }),
  row(
    'POST /api/questions/{id}/discussions',
    plus(ofPending, { body: { content: 'Words' } }),
    signedInAndPending(201, 201),
    { when: 'pending' },
  ),
  row('GET /api/discussions/{id}', ofReply, everyone(200)),
  row(
    'DELETE /api/discussions/{id}',
    async (scene) => ({ params: { id: (await scene.freshReply()).id }, body: {} }),
    only({ owner: 200, ambassador: 200 }),
    { actors: ['userId'] },
  ),
  row(
    'DELETE /api/discussions/{id}',
    async (scene) => ({ params: { id: (await scene.people.owner.say(scene.pending.id, 'Well?')).id }, body: {} }),
    { ...signedInAndPending(200, notAllowed), ambassador: 200 },
    { when: 'pending' },
  ),
];

const podcasts: Row[] = [
  row(
    'POST /api/podcasts',
    () => ({ body: { title: 'Night talk', mediaUrl: shortEpisode, mediaType: 'audio' } }),
    signedIn(201),
    { actors: ['creatorId'] },
  ),
  row('GET /api/podcasts/{id}', ofPodcast, signedIn(200)),
  row('PATCH /api/podcasts/{id}', plus(ofPodcast, { body: { title: 'Day talk' } }), only({ owner: 200 }), {
    actors: ['userId'],
  }),
  row(
    'DELETE /api/podcasts/{id}',
    async (scene) => ({ params: { id: (await scene.freshPodcast()).id }, body: {} }),
    only({ owner: 200, ambassador: 200 }),
    { actors: ['userId'] },
  ),
  row('POST /api/podcasts/{id}/play', plus(ofPodcast, { body: {} }), signedIn(200), {
    actors: ['userId'],
  }),
  row(
    'GET /api/media/{key}',
    ({ podcast }) => ({ params: { key: podcast.mediaUrl.split('/').at(-1)! } }),
    signedIn(200),
  ),
  row(
    'HEAD /api/media/{key}',
    ({ podcast }) => ({ params: { key: podcast.mediaUrl.split('/').at(-1)! } }),
    everyone(200, { visitor: 401 }),
  ),
];

const boosts: Row[] = (['question', 'discussion', 'podcast'] as const).flatMap((contentType): Row[] => {
  const call = `POST /api/${contentType}s/{id}`;
  const of = { question: ofApproved, discussion: ofReply, podcast: ofPodcast }[contentType];
  const idIn = (scene: Scene) => of(scene).params.id;
  return [
    row(`${call}/boost`, plus(of, { body: { isBoosted: true } }), signedIn(200), {
      actors: ['userId'],
    }),
    row(`${call}/repost`, plus(of, { body: {} }), signedIn(201), { actors: ['userId'] }),
    ...(['boost', 'repost'] as const).flatMap((act): Row[] => [
      row(
        `GET /api/${act}-status/{contentType}/{id}`,
        (scene) => ({ params: { contentType, id: idIn(scene) } }),
        everyone(200),
        { when: contentType },
      ),
      row(
        `GET /api/${act}-status/{contentType}/{id}/{userId}`,
        (scene) => ({ params: { contentType, id: idIn(scene), userId: scene.idOf('owner') } }),
        only({ owner: 200 }),
        { when: `${contentType}, the owner’s` },
      ),
    ]),
  ];
});

const pendingBoosts: Row[] = [
  row('POST /api/questions/{id}/boost', plus(ofPending, { body: { isBoosted: true } }), signedInAndPending(200, 200), {
    when: 'pending',
  }),
  row('POST /api/questions/{id}/repost', plus(ofPending, { body: {} }), signedIn(notThere), {
    when: 'pending',
  }),
  ...(['boost', 'repost'] as const).flatMap((act): Row[] => [
    row(
      `GET /api/${act}-status/{contentType}/{id}`,
      ({ pending }) => ({ params: { contentType: 'question', id: pending.id } }),
      pendingIsSeen(200),
      { when: 'pending' },
    ),
    row(
      `POST /api/batch/${act}-status`,
      ({ approved }) => ({ body: { items: [{ contentType: 'question', contentId: approved.id }] } }),
      everyone(200),
      { actors: ['userId'] },
    ),
  ]),
  row(
    'DELETE /api/reposts/{userId}/{contentId}',
    async (scene) => ({
      params: { userId: scene.idOf('owner'), contentId: (await scene.freshRepost()).id },
      body: {},
    }),
    { ...only({ owner: 200, ambassador: 200 }), visitor: noSession },
    { actors: ['requestingUserId'] },
  ),
];

export const postsTable: readonly Row[] = [
  ...questions,
  ...reportedQuestions,
  ...replies,
  ...podcasts,
  ...boosts,
  ...pendingBoosts,
];
