import {
  isolateDirection,
  limits,
  moderationRpc,
  Refusal,
  Report,
  ReportBody,
  ReportsQuery,
  ResolveReportBody,
  Wipe,
  WipeBody,
  WipeCounts,
  WipeStart,
  type WipeView,
} from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import { z } from 'zod';
import { type ApiRequest, type Call, requireSignedIn, type WithBody, type WithQuery } from '../http/call.js';
import { ApiController, ApiDelete, ApiGet, ApiPatch, ApiPost } from '../http/route.js';
import { presentWipe } from '../present/moderation.js';
import { pickPublicFields } from '../present/pick.js';
import { Reports } from '../read/moderation.js';
import { People } from '../read/people.js';

/** @throws Refusal `unauthenticated`, `forbidden` */
const ambassador = (call: Call): string => {
  const { isAmbassador, accountId } = requireSignedIn(call);
  if (!isAmbassador) throw new Refusal('forbidden', 'Only ambassadors can do this');
  return accountId;
};

@ApiController('api/reports', 'Moderation')
export class ReportsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly reports: Reports,
  ) {}

  @ApiPost('', {
    summary: 'Report content of others',
    status: 201,
    body: ReportBody,
    answer: Report,
    actor: ['reporterId'],
    limit: 'posts',
    refusals: ['not_found', 'already_reported'],
  })
  async file({ call }: WithBody<typeof ReportBody>): Promise<Report> {
    const { contentType, contentId, reason } = call.body;
    const { report } = await this.rpc.call(moderationRpc.fileReport, { contentType, contentId, reason }, call.context);
    return this.reports.present(report, call.context.correlationId);
  }

  @ApiGet('ambassador', {
    summary: 'Pending reports, newest first; with status=resolved those that were resolved. For ambassadors',
    query: ReportsQuery,
    answer: z.array(Report),
    needsSession: true,
    hasETag: true,
  })
  list({ call }: WithQuery<typeof ReportsQuery>): Promise<Report[]> {
    ambassador(call);
    const { status, before = null } = call.query;
    return this.reports.page({ status, before, limit: limits.reportsPage }, call.context);
  }

  @ApiPatch(':id/status', {
    summary: 'Resolve a report. For ambassadors',
    body: ResolveReportBody,
    answer: Report,
    actor: ['reviewerId'],
    limit: 'moderation',
  })
  async resolve({ call, params: { id: reportId } }: WithBody<typeof ResolveReportBody>): Promise<Report> {
    ambassador(call);
    const { report } = await this.rpc.call(moderationRpc.resolveReport, { reportId }, call.context);
    return this.reports.present(report, call.context.correlationId);
  }
}

const newestWipes = 100;

@ApiController('api/admin', 'Moderation')
export class WipesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly people: People,
  ) {}

  @ApiGet('users/:id/content', {
    summary: 'What a wipe would take away. For ambassadors',
    answer: WipeCounts,
    needsSession: true,
  })
  async preview({ call, params: { id: subjectId } }: ApiRequest): Promise<WipeCounts> {
    ambassador(call);
    const { counts } = await this.rpc.call(moderationRpc.wipePreview, { subjectId }, call.context);
    return pickPublicFields(WipeCounts, counts);
  }

  @ApiDelete('users/:id/content', {
    summary:
      'Take everything away that somebody has posted under their name; it can be undone for 72 hours. For ambassadors',
    body: WipeBody,
    answer: WipeStart,
    actor: ['adminUserId'],
    limit: 'moderation',
    refusals: ['conflict'],
  })
  async start({ call, params: { id: subjectId } }: WithBody<typeof WipeBody>): Promise<WipeStart> {
    ambassador(call);
    const { wipeId, counts, undoUntil } = await this.rpc.call(moderationRpc.startWipe, { subjectId }, call.context);
    const subject = (await this.people.cards([subjectId], call.context.correlationId)).get(subjectId);
    const message = `All content of ${subject ? isolateDirection(subject.username) : 'this account'} has been deleted`;
    return { message, wipeId, counts: pickPublicFields(WipeCounts, counts), undoUntil };
  }

  @ApiGet('wipes', { summary: 'The newest wipes. For ambassadors', answer: z.array(Wipe), needsSession: true })
  async newest({ call }: ApiRequest): Promise<Wipe[]> {
    ambassador(call);
    const { wipes } = await this.rpc.call(moderationRpc.wipes, { limit: newestWipes }, call.context);
    return this.#present(wipes, call);
  }

  @ApiGet('wipes/:wipeId', {
    summary: 'How far a wipe has come. For ambassadors',
    answer: Wipe,
    needsSession: true,
    hasETag: true,
  })
  one({ call, params: { wipeId } }: ApiRequest): Promise<Wipe> {
    ambassador(call);
    return this.#presentOne(this.rpc.call(moderationRpc.wipe, { wipeId }, call.context), call);
  }

  @ApiPost('wipes/:wipeId/undo', {
    summary: 'Bring back exactly what a wipe took away, within 72 hours. For ambassadors',
    answer: Wipe,
    actor: ['adminUserId'],
    limit: 'moderation',
    refusals: ['conflict'],
  })
  undo({ call, params: { wipeId } }: ApiRequest): Promise<Wipe> {
    ambassador(call);
    return this.#presentOne(this.rpc.call(moderationRpc.undoWipe, { wipeId }, call.context), call);
  }

  async #presentOne(asked: Promise<{ readonly wipe: WipeView }>, call: Call): Promise<Wipe> {
    const [wipe] = await this.#present([(await asked).wipe], call);
    if (!wipe) throw new Refusal('not_found');
    return wipe;
  }

  async #present(views: readonly WipeView[], { context }: Call): Promise<Wipe[]> {
    const subjects = views.map(({ subjectId }) => subjectId);
    const cards = await this.people.cards(subjects, context.correlationId);
    return views.flatMap((view) => presentWipe(view, cards) ?? []);
  }
}
