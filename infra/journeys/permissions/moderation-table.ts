import type { Row } from './rows.ts';
import { notAllowed, notThere, only, signedIn } from './verdicts.ts';

const ambassadors = only({ ambassador: 200 });

export const moderationTable: readonly Row[] = [
  {
    call: 'POST /api/reports',
    ask: async (scene) => ({
      body: { contentType: 'discussion', contentId: (await scene.freshReply()).id, reason: 'inappropriate_content' },
    }),
    verdicts: signedIn(201, { owner: notAllowed }),
    actors: ['reporterId'],
  },
  {
    call: 'POST /api/reports',
    when: 'of an episode',
    ask: ({ podcast }) => ({
      body: { contentType: 'podcast', contentId: podcast.id, reason: 'inappropriate_content' },
    }),
    verdicts: signedIn(201, { owner: notAllowed }),
  },
  {
    call: 'POST /api/reports',
    when: 'of a pending question',
    ask: ({ pending }) => ({ body: { contentType: 'question', contentId: pending.id, reason: 'It hurts' } }),
    // Whoever is asked something vile may tell the ambassadors, who judge by the words in the report.
    verdicts: signedIn(notThere, { target: 201, owner: notAllowed }),
  },
  { call: 'GET /api/reports/ambassador', ask: () => ({}), verdicts: ambassadors, actors: ['userId'] },
  {
    call: 'PATCH /api/reports/{id}/status',
    ask: async (scene) => ({ params: { id: (await scene.freshReport()).id }, body: { status: 'resolved' } }),
    verdicts: ambassadors,
    actors: ['reviewerId'],
  },
  {
    call: 'GET /api/admin/users/{id}/content',
    ask: (scene) => ({ params: { id: scene.idOf('owner') } }),
    verdicts: ambassadors,
  },
  {
    call: 'DELETE /api/admin/users/{id}/content',
    ask: async (scene) => ({ params: { id: (await scene.somebody()).user.id }, body: {} }),
    verdicts: ambassadors,
    actors: ['adminUserId'],
  },
  { call: 'GET /api/admin/wipes', ask: () => ({}), verdicts: ambassadors },
  {
    call: 'GET /api/admin/wipes/{wipeId}',
    ask: async (scene) => ({ params: { wipeId: await scene.freshWipe() } }),
    verdicts: ambassadors,
  },
  {
    call: 'POST /api/admin/wipes/{wipeId}/undo',
    ask: async (scene) => ({ params: { wipeId: await scene.freshWipe() } }),
    verdicts: ambassadors,
  },
  {
    // The last one: it takes the owner's notification away.
    call: 'DELETE /api/notifications/{id}',
    ask: ({ notificationId }) => ({ params: { id: notificationId } }),
    verdicts: only({ owner: 200 }, notThere),
  },
];
