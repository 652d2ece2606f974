import { type CallContext, contentRpc, type RpcParsed } from '@hearsay/contracts';
import { Handles } from '@hearsay/messaging';
import { Controller } from '@nestjs/common';
import { RoomQueries } from './room.queries.js';

@Controller()
export class RoomController {
  constructor(private readonly rooms: RoomQueries) {}

  @Handles(contentRpc.roomEntries)
  roomEntries(input: RpcParsed<typeof contentRpc.roomEntries>, context: CallContext) {
    return this.rooms.entries(input.questionId, input.after, context.accountId, input.withWaiting);
  }

  @Handles(contentRpc.roomHeads)
  async roomHeads(input: RpcParsed<typeof contentRpc.roomHeads>) {
    return { rooms: await this.rooms.heads(input.questionIds, null, input.withWaiting) };
  }
}
