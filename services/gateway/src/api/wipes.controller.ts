import { Wipe, WipeBody, WipeCounts, WipeStart } from '@hearsay/contracts';
import { Controller, Param, Req } from '@nestjs/common';
import { z } from 'zod';
import type { ApiRequest } from '../http/call.js';
import { ApiDelete, ApiGet, ApiPost } from '../http/route.js';
import { Wipes } from '../read/wipes.js';
import { ambassador } from './ambassadors.js';

const tag = 'Moderation';

/** Everything that somebody has posted under their name, away at once: for ambassadors. */
@Controller('api/admin')
export class WipesController {
  constructor(private readonly wipes: Wipes) {}

  @ApiGet('users/:id/content', {
    summary: 'What a wipe would take away. For ambassadors',
    tag,
    answer: WipeCounts,
    needsSession: true,
    refusals: ['forbidden'],
  })
  preview(@Param('id') id: string, @Req() { call }: ApiRequest): Promise<WipeCounts> {
    ambassador(call);
    return this.wipes.preview(id, call.context);
  }

  @ApiDelete('users/:id/content', {
    summary:
      'Take everything away that somebody has posted under their name; it can be undone for 72 hours. For ambassadors',
    tag,
    body: WipeBody,
    answer: WipeStart,
    actor: ['adminUserId'],
    needsSession: true,
    isWrite: true,
    limit: 'moderation',
    refusals: ['conflict'],
  })
  start(@Param('id') id: string, @Req() { call }: ApiRequest<z.output<typeof WipeBody>>): Promise<WipeStart> {
    ambassador(call);
    return this.wipes.start(id, call.context);
  }

  @ApiGet('wipes', {
    summary: 'The newest wipes. For ambassadors',
    tag,
    answer: z.array(Wipe),
    needsSession: true,
    refusals: ['forbidden'],
  })
  newest(@Req() { call }: ApiRequest): Promise<Wipe[]> {
    ambassador(call);
    return this.wipes.newest(call.context);
  }

  @ApiGet('wipes/:wipeId', {
    summary: 'How far a wipe has come. For ambassadors',
    tag,
    answer: Wipe,
    needsSession: true,
    isPolled: true,
    refusals: ['forbidden'],
  })
  one(@Param('wipeId') wipeId: string, @Req() { call }: ApiRequest): Promise<Wipe> {
    ambassador(call);
    return this.wipes.one(wipeId, call.context);
  }

  @ApiPost('wipes/:wipeId/undo', {
    summary: 'Bring back exactly what a wipe took away, within 72 hours. For ambassadors',
    tag,
    answer: Wipe,
    actor: ['adminUserId'],
    needsSession: true,
    isWrite: true,
    limit: 'moderation',
    refusals: ['conflict'],
  })
  undo(@Param('wipeId') wipeId: string, @Req() { call }: ApiRequest): Promise<Wipe> {
    ambassador(call);
    return this.wipes.undo(wipeId, call.context);
  }
}
