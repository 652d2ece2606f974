import { type Row, row } from './rows.ts';
import { notAllowed, notThere, only, signedIn } from './verdicts.ts';

const ambassadors = only({ ambassador: 200 });

export const moderationTable: readonly Row[] = [
  row(
    'POST /api/reports',
    async (scene) => ({
      body: { contentType: 'discussion', contentId: (await scene.freshReply()).id, reason: 'inappropriate_content' },
    }),
    signedIn(201, { owner: notAllowed }),
    { actors: ['reporterId'] },
  ),
  row(
    'POST /api/reports',
    ({ podcast }) => ({
      body: { contentType: 'podcast', contentId: podcast.id, reason: 'inappropriate_content' },
    }),
    signedIn(201, { owner: notAllowed }),
    { when: 'of an episode' },
  ),
  row(
    'POST /api/reports',
    ({ pending }) => ({ body: { contentType: 'question', contentId: pending.id, reason: 'It hurts' } }),
    signedIn(notThere, { target: 201, owner: notAllowed }),
    { when: 'of a pending question' },
  ),
  row('GET /api/reports/ambassador', () => ({}), ambassadors, { actors: ['userId'] }),
  row(
    'PATCH /api/reports/{id}/status',
    async (scene) => ({ params: { id: (await scene.freshReport()).id }, body: { status: 'resolved' } }),
    ambassadors,
    { actors: ['reviewerId'] },
  ),
  row('GET /api/admin/users/{id}/content', (scene) => ({ params: { id: scene.idOf('owner') } }), ambassadors),
  row(
    'DELETE /api/admin/users/{id}/content',
    async (scene) => ({ params: { id: (await scene.somebody()).user.id }, body: {} }),
    ambassadors,
    { actors: ['adminUserId'] },
  ),
  row('GET /api/admin/wipes', () => ({}), ambassadors),
  row('GET /api/admin/wipes/{wipeId}', async (scene) => ({ params: { wipeId: await scene.freshWipe() } }), ambassadors),
  row(
    'POST /api/admin/wipes/{wipeId}/undo',
    async (scene) => ({ params: { wipeId: await scene.freshWipe() } }),
    ambassadors,
  ),
  row(
    'DELETE /api/notifications/{id}',
    ({ notificationId }) => ({ params: { id: notificationId } }),
    only({ owner: 200 }, notThere),
  ),
];
