import {
  type BlockedUser,
  BlockedUsers,
  BlockStatus,
  identityRpc,
  type Muted,
  MutedList,
  type MuteKind,
  MuteStatus,
  MuteSwitchBody,
} from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import { Sessions } from '../access/sessions.js';
import { type ApiRequest, type Call, requireSignedIn, type WithBody } from '../http/call.js';
import { ApiController, ApiGet, ApiPut } from '../http/route.js';
import { MuteLists } from '../read/mute-lists.js';

const switchCall = { body: MuteSwitchBody, limit: 'posts', refusals: ['not_found', 'conflict'] } as const;
type SwitchRequest = WithBody<typeof MuteSwitchBody>;

@ApiController('api', 'Blocks and mutes')
export class MutesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
    private readonly lists: MuteLists,
  ) {}

  @ApiPut('users/:id/block', { ...switchCall, summary: 'Block a person, or end that', answer: BlockStatus })
  async block({ call, params: { id } }: SwitchRequest): Promise<BlockStatus> {
    return { isBlocked: await this.#set('block', id, call) };
  }

  @ApiPut('users/:id/mute', { ...switchCall, summary: 'Mute a person, or end that', answer: MuteStatus })
  async mute({ call, params: { id } }: SwitchRequest): Promise<MuteStatus> {
    return { isMuted: await this.#set('person', id, call) };
  }

  @ApiPut('questions/:id/mute', { ...switchCall, summary: 'Mute a question, or end that', answer: MuteStatus })
  async muteQuestion({ call, params: { id } }: SwitchRequest): Promise<MuteStatus> {
    const isGone = (await this.lists.questions([id], call.context)).length === 0;
    return { isMuted: await this.#set('question', id, call, isGone) };
  }

  @ApiGet('blocks', { summary: 'People whom one blocks, newest first', answer: BlockedUsers, needsSession: true })
  blocks({ call }: ApiRequest): Promise<BlockedUser[]> {
    return this.lists.blocks(call.context);
  }

  @ApiGet('mutes', {
    summary: 'People and questions that one has muted, newest first',
    answer: MutedList,
    needsSession: true,
  })
  mutes({ call }: ApiRequest): Promise<Muted[]> {
    return this.lists.mutes(call.context);
  }

  async #set(kind: MuteKind, mutedId: string, call: Call<MuteSwitchBody>, isGone = false): Promise<boolean> {
    const { accountId } = requireSignedIn(call);
    const input = { kind, mutedId, isOn: call.body.on, ...(isGone && { isGone }) };
    const { isOn } = await this.rpc.call(identityRpc.setMute, input, call.context);
    // Other gateways get the same change as a live message.
    for (const changed of [accountId, mutedId]) this.sessions.evict({ tokenHash: null, accountId: changed });
    return isOn;
  }
}
