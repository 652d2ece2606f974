import { afterAll, beforeAll } from '@jest/globals';

/** Starts a service before the tests of a block and stops it after them. The returned object works after the start. */
export const serviceForBlock = <S extends { stop(): Promise<void> }>(start: () => Promise<S>): S => {
  const service = {} as S;
  beforeAll(async () => {
    Object.assign(service, await start());
  });
  afterAll(() => service.stop());
  return service;
};
