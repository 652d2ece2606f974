import 'reflect-metadata';
import { type CallContext, contentRpc, type RpcOutput, type RpcParsed } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { PATTERN_METADATA } from '@nestjs/microservices/constants';
import { Handles, handlersOf } from './rpc-server.js';

type Location = RpcOutput<typeof contentRpc.locate>;
const nowhere: Location = { location: null };

// The type check is the test: an unneeded @ts-expect-error does not compile.
class Locations {
  @Handles(contentRpc.locate)
  async right(_input: RpcParsed<typeof contentRpc.locate>, _context: CallContext): Promise<Location> {
    return nowhere;
  }

  @Handles(contentRpc.locate)
  async withoutContext(_input: RpcParsed<typeof contentRpc.locate>): Promise<Location> {
    return nowhere;
  }

  // @ts-expect-error another contract's input
  @Handles(contentRpc.locate)
  async wrongInput(_input: RpcParsed<typeof contentRpc.feed>): Promise<Location> {
    return nowhere;
  }

  // @ts-expect-error another contract's output
  @Handles(contentRpc.locate)
  async wrongOutput(_input: RpcParsed<typeof contentRpc.locate>): Promise<{ target: null }> {
    return { target: null };
  }

  // @ts-expect-error no promise
  @Handles(contentRpc.locate)
  atOnce(_input: RpcParsed<typeof contentRpc.locate>): Location {
    return nowhere;
  }
}

handlersOf(contentRpc, {
  // @ts-expect-error another contract's output
  locate: async () => ({ target: null }),
  // @ts-expect-error no promise
  titles: () => ({ titles: [] }),
  // @ts-expect-error another contract's input
  reply: async (_input: RpcParsed<typeof contentRpc.feed>) => Promise.reject(),
});

describe('a handler', () => {
  it('in a table belongs to the contract of its name', async () => {
    const { locate } = handlersOf(contentRpc, { locate: async () => nowhere }).prototype;
    expect(Reflect.getMetadata(PATTERN_METADATA, locate)).toEqual(['content.locate']);
  });

  it('stays a plain method that tests may call', async () => {
    const id = '01890000-0000-7000-8000-000000000001';
    expect(await new Locations().right({ id }, { correlationId: 'c', accountId: null, deadline: '' })).toBe(nowhere);
  });
});
