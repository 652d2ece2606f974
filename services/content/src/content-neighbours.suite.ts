import { randomUUID } from 'node:crypto';
import { engagementRpc, identityRpc, Refusal } from '@hearsay/contracts';
import { createTestServiceStub, startTestService, type TestService, uniqueSubjectPrefix } from '@hearsay/testing';
import { afterAll, beforeAll } from '@jest/globals';
import { content } from './content.definition.js';
import type { contentSettings } from './content.suite.js';

export class ContentNeighbours {
  service!: TestService;
  readonly closed = randomUUID();
  readonly signedOnly = randomUUID();
  readonly closedSince = new Set<string>();
  readonly nobody = randomUUID();
  readonly reposted = new Set<string>();
  readonly boosts = new Map<string, number>();
  readonly peaks = new Map<string, number>();

  /** Registers hooks: create it once, at the top of a file. */
  constructor(settings: ReturnType<typeof contentSettings>) {
    const stubs: { stop(): void }[] = [];
    beforeAll(async () => {
      const prefix = uniqueSubjectPrefix();
      this.service = await startTestService(content, settings, { prefix });
      const { connection } = this.service;
      stubs.push(
        createTestServiceStub(connection, prefix, 'identity', {
          [identityRpc.mayAsk.name]: (input, { now, idempotencyKey }) => {
            // Identity refuses these too: only operators date an act, and this call is not the act.
            if (now !== undefined || idempotencyKey !== undefined) throw new Refusal('forbidden');
            const { targetId, isAnonymous } = input as { targetId: string; isAnonymous: boolean };
            if (targetId === this.signedOnly) return { mayAsk: !isAnonymous };
            if (targetId === this.nobody) throw new Refusal('not_found');
            return { mayAsk: targetId !== this.closed && !this.closedSince.has(targetId) };
          },
        }),
        createTestServiceStub(connection, prefix, 'engagement', {
          [engagementRpc.contentCounts.name]: (input, { now, idempotencyKey }) => {
            if (now !== undefined || idempotencyKey !== undefined) throw new Refusal('forbidden');
            const { items } = input as { items: { contentType: string; contentId: string }[] };
            return {
              counts: items.map((item) => ({
                ...item,
                boostCount: this.boosts.get(item.contentId) ?? 0,
                ...(this.peaks.has(item.contentId) && { boostPeak: this.peaks.get(item.contentId) }),
                repostCount: this.reposted.has(item.contentId) ? 1 : 0,
                revision: [this.boosts, this.peaks, this.reposted].some((acts) => acts.has(item.contentId)) ? 2 : 0,
                isBoosted: false,
                hasReposted: false,
              })),
            };
          },
        }),
      );
      await connection.flush();
    });
    afterAll(async () => {
      for (const stub of stubs) stub.stop();
      await this.service.stop();
    });
  }
}
