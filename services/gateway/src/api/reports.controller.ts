import { limits, moderationRpc, Report, ReportBody, ReportsQuery, ResolveReportBody } from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import { z } from 'zod';
import type { WithBody, WithQuery } from '../http/call.js';
import { ApiController, ApiGet, ApiPatch, ApiPost } from '../http/route.js';
import { Reports } from '../read/moderation.js';
import { ambassador } from './ambassadors.js';

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
