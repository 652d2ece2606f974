import {
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
} from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import { z } from 'zod';
import { type ApiRequest, type Call, signedIn, type WithBody, type WithQuery } from '../http/call.js';
import { ApiController, ApiDelete, ApiGet, ApiPatch, ApiPost } from '../http/route.js';
import { Reports, Wipes } from '../read/moderation.js';

/** @throws Refusal `unauthenticated`, `forbidden` */
const ambassador = (call: Call): string => {
  const { isAmbassador, accountId } = signedIn(call);
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
    isPolled: true,
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

@ApiController('api/admin', 'Moderation')
export class WipesController {
  constructor(private readonly wipes: Wipes) {}

  @ApiGet('users/:id/content', {
    summary: 'What a wipe would take away. For ambassadors',
    answer: WipeCounts,
    needsSession: true,
  })
  preview({ call, params: { id } }: ApiRequest): Promise<WipeCounts> {
    ambassador(call);
    return this.wipes.preview(id, call.context);
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
  start({ call, params: { id } }: WithBody<typeof WipeBody>): Promise<WipeStart> {
    ambassador(call);
    return this.wipes.start(id, call.context);
  }

  @ApiGet('wipes', { summary: 'The newest wipes. For ambassadors', answer: z.array(Wipe), needsSession: true })
  newest({ call }: ApiRequest): Promise<Wipe[]> {
    ambassador(call);
    return this.wipes.newest(call.context);
  }
  @ApiGet('wipes/:wipeId', {
    summary: 'How far a wipe has come. For ambassadors',
    answer: Wipe,
    needsSession: true,
    isPolled: true,
  })
  one({ call, params: { wipeId } }: ApiRequest): Promise<Wipe> {
    ambassador(call);
    return this.wipes.one(wipeId, call.context);
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
    return this.wipes.undo(wipeId, call.context);
  }
}
