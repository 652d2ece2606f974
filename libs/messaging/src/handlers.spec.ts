import 'reflect-metadata';
import { contentRpc, type RpcOutput, type RpcParsed } from '@hearsay/contracts';
import { expect, it } from '@jest/globals';
import { PATTERN_METADATA } from '@nestjs/microservices/constants';
import { handlersOf } from './rpc-server.js';

const nowhere: RpcOutput<typeof contentRpc.locate> = { location: null };

// The type check is the test. A @ts-expect-error without an error does not compile.
handlersOf(contentRpc, {
  // @ts-expect-error another contract's output
  locate: async () => ({ target: null }),
  // @ts-expect-error no promise
  titles: () => ({ titles: [] }),
  // @ts-expect-error another contract's input
  reply: async (_input: RpcParsed<typeof contentRpc.feed>) => Promise.reject(),
});

it('handlersOf accepts a handler only for the contract of its name', () => {
  const { locate } = handlersOf(contentRpc, { locate: async () => nowhere }).prototype;
  expect(Reflect.getMetadata(PATTERN_METADATA, locate)).toEqual(['content.locate']);
});
