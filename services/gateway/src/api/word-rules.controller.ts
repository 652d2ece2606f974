import {
  ActorBody,
  contentRpc,
  Success,
  WordRule,
  WordRuleBody,
  WordRulePreview,
  WordRules,
  WordRuleText,
} from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import type { z } from 'zod';
import type { ApiRequest, WithBody } from '../http/call.js';
import { ApiController, ApiDelete, ApiGet, ApiPost } from '../http/route.js';
import { pickPublicFields } from '../present/pick.js';

@ApiController('api/word-rules', 'Own profile')
export class WordRulesController {
  constructor(private readonly rpc: RpcClient) {}

  @ApiGet('', {
    summary: "One's own word rules, newest first",
    answer: WordRules,
    needsSession: true,
    hasETag: true,
  })
  async list({ call }: ApiRequest): Promise<WordRule[]> {
    const { rules } = await this.rpc.call(contentRpc.wordRules, {}, call.context);
    return rules.map((rule) => pickPublicFields(WordRule, rule));
  }

  @ApiPost('', {
    summary: 'Hold further asks with these words in the Filtered tab; their askers see them as pending',
    status: 201,
    body: WordRuleBody,
    answer: WordRule,
    limit: 'profile-changes',
    refusals: ['too_many'],
  })
  async add({ call }: WithBody<typeof WordRuleBody>): Promise<WordRule> {
    const { rule } = await this.rpc.call(contentRpc.addWordRule, call.body, call.context);
    return pickPublicFields(WordRule, rule);
  }

  @ApiPost('preview', {
    summary: 'How many of the newest asks a rule would have held; nothing is stored',
    body: WordRuleText,
    answer: WordRulePreview,
    needsSession: true,
    isRead: true,
    limit: 'searches',
  })
  async preview({ call }: WithBody<typeof WordRuleText>): Promise<WordRulePreview> {
    return pickPublicFields(WordRulePreview, await this.rpc.call(contentRpc.previewWordRule, call.body, call.context));
  }

  @ApiDelete(':id', {
    summary: 'Remove a rule; what it alone holds is pending again',
    body: ActorBody,
    answer: Success,
    limit: 'profile-changes',
  })
  async remove({ call, params: { id: ruleId } }: ApiRequest): Promise<z.infer<typeof Success>> {
    await this.rpc.call(contentRpc.removeWordRule, { ruleId }, call.context);
    return { success: true };
  }
}
