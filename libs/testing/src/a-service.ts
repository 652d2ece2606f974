import { afterAll, beforeAll } from '@jest/globals';

/** Starts before the tests of a block and stops after them. The returned object is filled when the block begins. */
export const aService = <S extends { stop(): Promise<void> }>(start: () => Promise<S>): S => {
  const service = {} as S;
  beforeAll(async () => {
    Object.assign(service, await start());
  });
  afterAll(() => service.stop());
  return service;
};
