import { shortEpisode } from '../media-samples.ts';
import { everyone, noSession, notAllowed, notFound, onlyFor, type Row, row, signedIn, type Verdict } from './rows.ts';
import type { Scene } from './scene.ts';

const ofApproved = ({ approved }: Scene) => approved;
const ofPending = ({ pending }: Scene) => pending;
const ofReply = ({ reply }: Scene) => reply.id;
const ofPodcast = ({ podcast }: Scene) => podcast.id;
const ofEpisodeWithoutWords = async (scene: Scene) => (await scene.people.owner.publish()).id;
const ofMedia = ({ podcast }: Scene) => ({ params: { key: podcast.mediaUrl.split('/').at(-1)! } });
const ofMark = (contentType: string, of: (scene: Scene) => string) => (scene: Scene) => ({
  params: { contentType, id: of(scene) },
});
const freshApproved = (scene: Scene) => scene.question('approved');
const freshPending = (scene: Scene) => scene.question('pending');
const freshReported = (scene: Scene) => scene.freshReportedAsk();

const owners = onlyFor({ owner: 200 });
const involved = everyone(notFound, { owner: 200, target: 200 });
const signedInAndPending = (asker: Verdict, asked: Verdict) => onlyFor({ owner: asker, target: asked }, notFound);

const pending = { when: 'pending', of: ofPending };
const changed = { body: { title: 'What else?' } };
const said = { body: { content: 'Words' } };
const answered = { body: { content: 'Because' } };
const fromStart = { query: { after: '0' } };
const boosted = { body: { isBoosted: true } };

const askOne =
  (words: object) =>
  ({ people }: Scene, role: string) => ({
    body: { ...words, targetUserId: (role === 'target' ? people.owner : people.target).user.id },
  });

const ofReceipt = async (scene: Scene) => ({ body: { receipt: (await scene.guestAsk()).receipt } });
const approvedReceipt = async (scene: Scene) => {
  const { id, receipt } = await scene.guestAsk();
  await scene.people.target.approve(id);
  return { body: { receipt } };
};

const questions: Row[] = [
  row('POST /api/questions', signedIn(201), { body: { title: 'Why?' } }),
  row('POST /api/questions', everyone(201), {
    when: 'anonymously to one person',
    of: askOne({ title: 'Why you?', isAnonymous: true }),
  }),
  row('POST /api/questions', signedIn(201), { when: 'by name to one person', of: askOne({ title: 'And you?' }) }),
  row('GET /api/questions/usual', signedIn(200)),
  row('GET /api/questions/similar', signedIn(200), { query: { title: 'Why you and not me?' } }),
  row('POST /api/receipts', everyone(200), { of: ofReceipt }),
  row('DELETE /api/receipts', everyone(200), { of: ofReceipt }),
  row('DELETE /api/receipts', everyone('409 conflict'), { when: 'approved already', of: approvedReceipt }),
  row('GET /api/questions/{id}', everyone(200), { of: ofApproved }),
  row('GET /api/questions/{id}', involved, pending),
  row('GET /api/questions/{id}/discussions', everyone(200), { of: ofApproved }),
  row('GET /api/questions/{id}/discussions', involved, pending),
  row('GET /api/questions/{id}/room', everyone(200), { of: ofApproved, ...fromStart }),
  row('PUT /api/questions/{id}/mute', signedIn(200), { of: ofApproved, body: { on: false } }),
  row('PUT /api/questions/{id}/mute', signedIn(notFound), { ...pending, body: { on: true } }),
  row('GET /api/questions/{id}/room', involved, { ...pending, ...fromStart }),
  row('GET /api/content/{id}', everyone(200), { of: ofApproved }),
  row('GET /api/content/{id}', involved, pending),
  row('PATCH /api/questions/{id}', owners, { of: freshApproved, ...changed }),
  row('PATCH /api/questions/{id}', signedInAndPending(200, notAllowed), { ...pending, of: freshPending, ...changed }),
  row('PATCH /api/questions/{id}', owners, { when: 'its lock', of: freshApproved, body: { replyBoostThreshold: 0 } }),
  row('PUT /api/questions/{id}/watch', signedIn(200), { of: ofApproved, body: { on: true } }),
  row('PUT /api/questions/{id}/watch', signedIn(notFound), { ...pending, body: { on: true } }),
  row('PUT /api/bookmarks/{contentType}/{id}', signedIn(200), {
    of: ofMark('question', ofApproved),
    body: { on: true },
  }),
  row('PUT /api/bookmarks/{contentType}/{id}', signedIn(notFound), {
    ...{ when: 'pending', of: ofMark('question', ofPending), body: { on: true } },
  }),
  row('PUT /api/bookmarks/{contentType}/{id}', signedIn(200), {
    ...{ when: 'of a reply, off', of: ofMark('discussion', ofReply), body: { on: false } },
  }),
  row('GET /api/bookmarks', signedIn(200)),
  row('DELETE /api/questions/{id}', onlyFor({ owner: 200, target: 200, ambassador: 200 }), { of: freshApproved }),
  row(
    'DELETE /api/questions/{id}',
    { ...signedInAndPending(200, notAllowed), ambassador: 200 },
    { when: 'pending', of: freshPending },
  ),
  ...Object.entries({ approve: 200, ignore: '409 conflict' } as const).flatMap(([act, again]) => [
    row(`POST /api/questions/{id}/${act}`, signedInAndPending(notAllowed, 200), { of: freshPending }),
    row(`POST /api/questions/{id}/${act}`, onlyFor({ target: again }), { when: 'approved already', of: freshApproved }),
  ]),
  row('POST /api/questions/{id}/approve-with-reply', signedInAndPending(notAllowed, 201), {
    of: freshPending,
    ...answered,
  }),
  row('POST /api/questions/{id}/approve-with-reply', onlyFor({ target: '409 conflict' }), {
    when: 'approved already',
    of: freshApproved,
    ...answered,
  }),
];

const reported = { when: 'pending and reported', of: freshReported };

/** While a report about a pending question is open, two of these calls let ambassadors read the question. */
const reportedQuestions: Row[] = [
  row('GET /api/questions/{id}', { ...involved, ambassador: 200 }, reported),
  row('GET /api/content/{id}', { ...involved, ambassador: 200 }, reported),
  row('GET /api/questions/{id}/discussions', involved, reported),
  row('GET /api/questions/{id}/room', involved, { ...reported, ...fromStart }),
  row('POST /api/questions/{id}/discussions', signedInAndPending(201, 201), { ...reported, ...said }),
  row('POST /api/questions/{id}/boost', signedInAndPending(200, 200), { ...reported, ...boosted }),
];

const sayIn = (questionId: string) => ({ body: { questionId, content: 'Words' } });

const replies: Row[] = [
  row('POST /api/discussions', signedIn(201), { of: (scene) => sayIn(scene.approved) }),
  row('POST /api/discussions', signedInAndPending(201, 201), { when: 'pending', of: (scene) => sayIn(scene.pending) }),
  row('POST /api/questions/{id}/discussions', signedIn(201), { of: ofApproved, ...said }),
  row('POST /api/questions/{id}/discussions', signedInAndPending(201, 201), { ...pending, ...said }),
  row('GET /api/discussions/{id}', everyone(200), { of: ofReply }),
  row('DELETE /api/discussions/{id}', onlyFor({ owner: 200, ambassador: 200 }), { of: (scene) => scene.freshReply() }),
  row(
    'DELETE /api/discussions/{id}',
    { ...signedInAndPending(200, notAllowed), ambassador: 200 },
    { when: 'pending', of: async (scene) => (await scene.people.owner.say(scene.pending, 'Well?')).id },
  ),
];

const podcasts: Row[] = [
  row('POST /api/podcasts', signedIn(201), {
    body: { title: 'Night talk', mediaUrl: shortEpisode, mediaType: 'audio' },
  }),
  row('GET /api/podcasts/{id}', signedIn(200), { of: ofPodcast }),
  row('GET /api/podcasts/{id}/card', everyone(200), { of: ofPodcast }),
  row('GET /api/podcasts/{id}/chapters', signedIn(200), { of: ofPodcast }),
  row('PUT /api/podcasts/{id}/answers', owners, {
    of: ({ podcast, approved }) => ({
      params: { id: podcast.id },
      raw: JSON.stringify([{ questionId: approved, at: 0 }]),
    }),
  }),
  row('PUT /api/podcasts/{id}/transcript', owners, {
    of: ({ podcast }) => ({
      params: { id: podcast.id },
      raw: 'WEBVTT\n\n00:00.000 --> 00:00.500\nHush',
      headers: { 'content-type': 'text/vtt' },
    }),
  }),
  row('GET /api/podcasts/{id}/transcript', signedIn(notFound), { when: 'there is none', of: ofEpisodeWithoutWords }),
  row('DELETE /api/podcasts/{id}/transcript', owners, { of: ofPodcast }),
  row('PATCH /api/podcasts/{id}', owners, { of: ofPodcast, body: { title: 'Day talk' } }),
  row('DELETE /api/podcasts/{id}', onlyFor({ owner: 200, ambassador: 200 }), {
    of: async (scene) => (await scene.people.owner.publish()).id,
  }),
  row('POST /api/podcasts/{id}/play', signedIn(200), { of: ofPodcast }),
  row('GET /api/media/{key}', signedIn(200), { of: ofMedia }),
  row('HEAD /api/media/{key}', everyone(200, { visitor: 401 }), { of: ofMedia }),
];

const boosts = Object.entries({ question: ofApproved, discussion: ofReply, podcast: ofPodcast }).flatMap(
  ([contentType, of]): Row[] => [
    row(`POST /api/${contentType}s/{id}/boost`, signedIn(200), { of, ...boosted }),
    row(`POST /api/${contentType}s/{id}/repost`, signedIn(201), {
      of: contentType === 'question' ? freshApproved : of,
      body: {},
    }),
    ...['boost', 'repost'].flatMap((act) => {
      const status = `GET /api/${act}-status/{contentType}/{id}`;
      const paramsIn = (scene: Scene) => ({ contentType, id: of(scene) });
      return [
        row(status, everyone(200), { when: contentType, of: (scene) => ({ params: paramsIn(scene) }) }),
        row(`${status}/{userId}`, owners, {
          when: `${contentType}, the owner’s`,
          of: (scene) => ({ params: { ...paramsIn(scene), userId: scene.idOf('owner') } }),
        }),
      ];
    }),
  ],
);

const pendingBoosts: Row[] = [
  row('POST /api/questions/{id}/boost', signedInAndPending(200, 200), { ...pending, ...boosted }),
  row('POST /api/questions/{id}/repost', signedIn(notFound), { ...pending, body: {} }),
  ...['boost', 'repost'].flatMap((act) => [
    row(`GET /api/${act}-status/{contentType}/{id}`, involved, {
      when: 'pending',
      of: (scene) => ({ params: { contentType: 'question', id: scene.pending } }),
    }),
    row(`POST /api/batch/${act}-status`, everyone(200), {
      of: ({ approved }) => ({ body: { items: [{ contentType: 'question', contentId: approved }] } }),
    }),
  ]),
  row(
    'DELETE /api/reposts/{userId}/{contentId}',
    { ...onlyFor({ owner: 200, ambassador: 200 }), visitor: noSession },
    {
      of: async (scene) => ({ params: { userId: scene.idOf('owner'), contentId: await scene.freshRepost() } }),
    },
  ),
];

export const postsTable: readonly Row[] = [
  ...[...questions, ...reportedQuestions, ...replies],
  ...[...podcasts, ...boosts, ...pendingBoosts],
];
