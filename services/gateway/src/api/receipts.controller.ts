import { AskState, contentRpc, ReceiptBody, Success } from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import type { z } from 'zod';
import { scopeGuestKey } from '../access/idempotency-key.js';
import { tokenHashOf } from '../access/session-cookie.js';
import type { Call, WithBody } from '../http/call.js';
import { ApiController, ApiDelete, ApiPost } from '../http/route.js';

const receiptCall = { body: ReceiptBody, needsSession: false, limit: 'receipts' } as const;

/** A receipt belongs to no account, so the call names no account, even if the guest is signed in now. */
const withoutAccount = ({ context }: Call) => ({ ...context, accountId: null });

@ApiController('api/receipts', 'Questions')
export class ReceiptsController {
  constructor(private readonly rpc: RpcClient) {}

  @ApiPost('', {
    ...receiptCall,
    summary: 'What has become of a guest’s question; an ignored one still waits',
    answer: AskState,
    isRead: true,
    refusals: ['not_found'],
  })
  state({ call }: WithBody<typeof ReceiptBody>): Promise<AskState> {
    const receiptHash = tokenHashOf(call.body.receipt);
    return this.rpc.call(contentRpc.askState, { receiptHash }, withoutAccount(call));
  }

  @ApiDelete('', {
    ...receiptCall,
    summary: 'Withdraw a guest’s question that still waits',
    answer: Success,
    refusals: ['not_found', 'conflict'],
  })
  async withdraw({ call }: WithBody<typeof ReceiptBody>): Promise<z.infer<typeof Success>> {
    const receiptHash = tokenHashOf(call.body.receipt);
    const context = scopeGuestKey(withoutAccount(call), receiptHash);
    await this.rpc.call(contentRpc.withdrawAsk, { receiptHash }, context);
    return { success: true };
  }
}
