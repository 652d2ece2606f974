import { shortEpisode } from '../sounds.ts';
import type { Row } from './rows.ts';
import type { Scene } from './scene.ts';
import { everyone, noSession, notAllowed, notThere, only, signedIn, type Verdict, type Verdicts } from './verdicts.ts';

const ofApproved = ({ approved }: Scene) => ({ params: { id: approved.id } });
const ofPending = ({ pending }: Scene) => ({ params: { id: pending.id } });
const ofReply = ({ reply }: Scene) => ({ params: { id: reply.id } });
const ofPodcast = ({ podcast }: Scene) => ({ params: { id: podcast.id } });
const freshApproved = async (scene: Scene) => ({ params: { id: (await scene.question('approved')).id }, body: {} });
const freshPending = async (scene: Scene) => ({ params: { id: (await scene.question('pending')).id }, body: {} });

/** A pending question is there for whoever asked it and whoever was asked. */
const pendingIsSeen = (verdict: Verdict, others: Verdict = notThere): Verdicts =>
  everyone(others, { owner: verdict, target: verdict });
const freshReported = async (scene: Scene) => ({ params: { id: (await scene.freshReportedAsk()).id } });

const signedInAndPending = (asker: Verdict, asked: Verdict): Verdicts =>
  only({ owner: asker, target: asked }, notThere);

const questions: Row[] = [
  {
    call: 'POST /api/questions',
    ask: () => ({ body: { title: 'Why?' } }),
    verdicts: signedIn(201),
    actors: ['creatorId'],
  },
  {
    call: 'POST /api/questions',
    when: 'anonymously to one person',
    ask: ({ people }, role) => ({
      body: {
        title: 'Why you?',
        isAnonymous: true,
        targetUserId: (role === 'target' ? people.owner : people.target).user.id,
      },
    }),
    verdicts: everyone(201),
    actors: ['creatorId'],
  },
  {
    call: 'POST /api/questions',
    when: 'by name to one person',
    ask: ({ people }, role) => ({
      body: { title: 'And you?', targetUserId: (role === 'target' ? people.owner : people.target).user.id },
    }),
    verdicts: signedIn(201),
  },
  { call: 'GET /api/questions/{id}', ask: ofApproved, verdicts: everyone(200) },
  { call: 'GET /api/questions/{id}', when: 'pending', ask: ofPending, verdicts: pendingIsSeen(200) },
  { call: 'GET /api/questions/{id}/discussions', ask: ofApproved, verdicts: everyone(200) },
  { call: 'GET /api/questions/{id}/discussions', when: 'pending', ask: ofPending, verdicts: pendingIsSeen(200) },
  {
    call: 'GET /api/questions/{id}/room',
    ask: (scene) => ({ ...ofApproved(scene), query: { after: '0' } }),
    verdicts: everyone(200),
  },
  {
    call: 'GET /api/questions/{id}/room',
    when: 'pending',
    ask: (scene) => ({ ...ofPending(scene), query: { after: '0' } }),
    verdicts: pendingIsSeen(200),
  },
  { call: 'GET /api/content/{id}', ask: ofApproved, verdicts: everyone(200) },
  { call: 'GET /api/content/{id}', when: 'pending', ask: ofPending, verdicts: pendingIsSeen(200) },
  {
    call: 'PATCH /api/questions/{id}',
    ask: async (scene) => ({ ...(await freshApproved(scene)), body: { title: 'What else?' } }),
    verdicts: only({ owner: 200 }),
    actors: ['userId'],
  },
  {
    call: 'PATCH /api/questions/{id}',
    when: 'pending',
    ask: async (scene) => ({ ...(await freshPending(scene)), body: { title: 'What else?' } }),
    verdicts: signedInAndPending(200, notAllowed),
  },
  {
    call: 'DELETE /api/questions/{id}',
    ask: freshApproved,
    verdicts: only({ owner: 200, target: 200, ambassador: 200 }),
    actors: ['userId'],
  },
  {
    call: 'DELETE /api/questions/{id}',
    when: 'pending',
    ask: freshPending,
    verdicts: { ...signedInAndPending(200, notAllowed), ambassador: 200 },
  },
  {
    call: 'POST /api/questions/{id}/approve',
    ask: freshPending,
    verdicts: signedInAndPending(notAllowed, 200),
    actors: ['userId'],
  },
  // To approve again changes nothing.
  {
    call: 'POST /api/questions/{id}/approve',
    when: 'approved already',
    ask: freshApproved,
    verdicts: only({ target: 200 }),
  },
  {
    call: 'POST /api/questions/{id}/approve-with-reply',
    ask: async (scene) => ({ ...(await freshPending(scene)), body: { content: 'Because' } }),
    verdicts: signedInAndPending(notAllowed, 201),
    actors: ['userId'],
  },
  {
    call: 'POST /api/questions/{id}/approve-with-reply',
    when: 'approved already',
    ask: async (scene) => ({ ...(await freshApproved(scene)), body: { content: 'Because' } }),
    verdicts: only({ target: '409 conflict' }),
  },
  {
    call: 'POST /api/questions/{id}/ignore',
    when: 'approved already',
    ask: freshApproved,
    verdicts: only({ target: '409 conflict' }),
  },
  {
    call: 'POST /api/questions/{id}/ignore',
    ask: freshPending,
    verdicts: signedInAndPending(notAllowed, 200),
    actors: ['userId'],
  },
];

/** While a report on it is open, ambassadors read a pending question by two calls, and by no others. */
const reportedQuestions: Row[] = [
  ...['GET /api/questions/{id}', 'GET /api/content/{id}'].map((call) => ({
    call,
    when: 'pending and reported',
    ask: freshReported,
    verdicts: { ...pendingIsSeen(200), ambassador: 200 },
  })),
  {
    call: 'GET /api/questions/{id}/discussions',
    when: 'pending and reported',
    ask: freshReported,
    verdicts: pendingIsSeen(200),
  },
  {
    call: 'GET /api/questions/{id}/room',
    when: 'pending and reported',
    ask: async (scene) => ({ ...(await freshReported(scene)), query: { after: '0' } }),
    verdicts: pendingIsSeen(200),
  },
  {
    call: 'POST /api/questions/{id}/discussions',
    when: 'pending and reported',
    ask: async (scene) => ({ ...(await freshReported(scene)), body: { content: 'Words' } }),
    verdicts: signedInAndPending(201, 201),
  },
  {
    call: 'POST /api/questions/{id}/boost',
    when: 'pending and reported',
    ask: async (scene) => ({ ...(await freshReported(scene)), body: { isBoosted: true } }),
    verdicts: signedInAndPending(200, 200),
  },
];

const replies: Row[] = [
  {
    call: 'POST /api/discussions',
    ask: ({ approved }) => ({ body: { questionId: approved.id, content: 'Words' } }),
    verdicts: signedIn(201),
    actors: ['userId'],
  },
  {
    call: 'POST /api/discussions',
    when: 'pending',
    ask: ({ pending }) => ({ body: { questionId: pending.id, content: 'Words' } }),
    verdicts: signedInAndPending(201, 201),
  },
  {
    call: 'POST /api/questions/{id}/discussions',
    ask: (scene) => ({ ...ofApproved(scene), body: { content: 'Words' } }),
    verdicts: signedIn(201),
    actors: ['userId'],
  },
  {
    call: 'POST /api/questions/{id}/discussions',
    when: 'pending',
    ask: (scene) => ({ ...ofPending(scene), body: { content: 'Words' } }),
    verdicts: signedInAndPending(201, 201),
  },
  { call: 'GET /api/discussions/{id}', ask: ofReply, verdicts: everyone(200) },
  {
    call: 'DELETE /api/discussions/{id}',
    ask: async (scene) => ({ params: { id: (await scene.freshReply()).id }, body: {} }),
    // It lies under a question of the target, who may delete that, but nobody's words in it.
    verdicts: only({ owner: 200, ambassador: 200 }),
    actors: ['userId'],
  },
  {
    call: 'DELETE /api/discussions/{id}',
    when: 'pending',
    ask: async (scene) => ({ params: { id: (await scene.people.owner.say(scene.pending.id, 'Well?')).id }, body: {} }),
    verdicts: { ...signedInAndPending(200, notAllowed), ambassador: 200 },
  },
];

const podcasts: Row[] = [
  {
    call: 'POST /api/podcasts',
    ask: () => ({ body: { title: 'Night talk', mediaUrl: shortEpisode, mediaType: 'audio' } }),
    verdicts: signedIn(201),
    actors: ['creatorId'],
  },
  { call: 'GET /api/podcasts/{id}', ask: ofPodcast, verdicts: signedIn(200) },
  {
    call: 'PATCH /api/podcasts/{id}',
    ask: (scene) => ({ ...ofPodcast(scene), body: { title: 'Day talk' } }),
    verdicts: only({ owner: 200 }),
    actors: ['userId'],
  },
  {
    call: 'DELETE /api/podcasts/{id}',
    ask: async (scene) => ({ params: { id: (await scene.freshPodcast()).id }, body: {} }),
    verdicts: only({ owner: 200, ambassador: 200 }),
    actors: ['userId'],
  },
  {
    call: 'POST /api/podcasts/{id}/play',
    ask: (scene) => ({ ...ofPodcast(scene), body: {} }),
    verdicts: signedIn(200),
    actors: ['userId'],
  },
  {
    call: 'GET /api/media/{key}',
    ask: ({ podcast }) => ({ params: { key: podcast.mediaUrl.split('/').at(-1)! } }),
    verdicts: signedIn(200),
  },
  {
    call: 'HEAD /api/media/{key}',
    ask: ({ podcast }) => ({ params: { key: podcast.mediaUrl.split('/').at(-1)! } }),
    verdicts: everyone(200, { visitor: 401 }),
  },
];

const boosts: Row[] = (['question', 'discussion', 'podcast'] as const).flatMap((contentType): Row[] => {
  const call = `POST /api/${contentType}s/{id}`;
  const of = { question: ofApproved, discussion: ofReply, podcast: ofPodcast }[contentType];
  const idIn = (scene: Scene) => of(scene).params.id;
  return [
    {
      call: `${call}/boost`,
      ask: (scene) => ({ ...of(scene), body: { isBoosted: true } }),
      verdicts: signedIn(200),
      actors: ['userId'],
    },
    {
      call: `${call}/repost`,
      ask: (scene) => ({ ...of(scene), body: {} }),
      verdicts: signedIn(201),
      actors: ['userId'],
    },
    ...(['boost', 'repost'] as const).flatMap((act): Row[] => [
      {
        call: `GET /api/${act}-status/{contentType}/{id}`,
        when: contentType,
        ask: (scene) => ({ params: { contentType, id: idIn(scene) } }),
        verdicts: everyone(200),
      },
      {
        call: `GET /api/${act}-status/{contentType}/{id}/{userId}`,
        when: `${contentType}, the owner’s`,
        ask: (scene) => ({ params: { contentType, id: idIn(scene), userId: scene.idOf('owner') } }),
        verdicts: only({ owner: 200 }),
      },
    ]),
  ];
});

const pendingBoosts: Row[] = [
  {
    call: 'POST /api/questions/{id}/boost',
    when: 'pending',
    ask: (scene) => ({ ...ofPending(scene), body: { isBoosted: true } }),
    verdicts: signedInAndPending(200, 200),
  },
  {
    call: 'POST /api/questions/{id}/repost',
    when: 'pending',
    ask: (scene) => ({ ...ofPending(scene), body: {} }),
    // There is nothing to pass on yet, for nobody.
    verdicts: signedIn(notThere),
  },
  ...(['boost', 'repost'] as const).flatMap((act): Row[] => [
    {
      call: `GET /api/${act}-status/{contentType}/{id}`,
      when: 'pending',
      ask: ({ pending }) => ({ params: { contentType: 'question', id: pending.id } }),
      verdicts: pendingIsSeen(200),
    },
    {
      call: `POST /api/batch/${act}-status`,
      ask: ({ approved }) => ({ body: { items: [{ contentType: 'question', contentId: approved.id }] } }),
      verdicts: everyone(200),
      actors: ['userId'],
    },
  ]),
  {
    call: 'DELETE /api/reposts/{userId}/{contentId}',
    ask: async (scene) => ({
      params: { userId: scene.idOf('owner'), contentId: (await scene.freshRepost()).id },
      body: {},
    }),
    verdicts: { ...only({ owner: 200, ambassador: 200 }), visitor: noSession },
    actors: ['requestingUserId'],
  },
];

export const postsTable: readonly Row[] = [
  ...questions,
  ...reportedQuestions,
  ...replies,
  ...podcasts,
  ...boosts,
  ...pendingBoosts,
];
