import { Wipe, WipeBody, WipeCounts, WipeStart } from '@hearsay/contracts';
import { z } from 'zod';
import type { ApiRequest, WithBody } from '../http/call.js';
import { ApiController, ApiDelete, ApiGet, ApiPost } from '../http/route.js';
import { Wipes } from '../read/moderation.js';
import { ambassador } from './ambassadors.js';

/** Everything that somebody has posted under their name, away at once: for ambassadors. */
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
