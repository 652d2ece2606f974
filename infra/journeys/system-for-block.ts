import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { type SystemOptions, startSystem } from '../local/system.ts';
import { Client, uniqueUsername } from './client.ts';
import { ResumingViewer } from './resuming-viewer.ts';
import type { System } from './system.ts';

/** Starts a whole system before the first test of a `describe` block, and stops it after the last. */
export const systemForBlock = (options: SystemOptions = {}): System => {
  let system: System | undefined;
  beforeAll(async () => {
    system = await startSystem(options);
  });
  afterAll(() => system?.stop());
  return new Proxy({} as System, { get: (_, name) => Reflect.get(system!, name) });
};

/** Registers people before the first test of a `describe` block. */
export const registerPeople = <Names extends readonly string[]>(system: System, ...names: Names) => {
  const clients = names.map(() => new Client(system));
  beforeAll(async () => {
    await Promise.all(clients.map((client, index) => client.register(uniqueUsername(names[index]!))));
  });
  return clients as { [Index in keyof Names]: Client };
};

/** @returns a function that opens a viewer and closes it at the end of the test */
export const viewersForTest = () => {
  const viewers: ResumingViewer[] = [];
  afterEach(async () => {
    await Promise.all(viewers.splice(0).map((viewer) => viewer.end()));
  });
  return (client: Client, questionId: string): ResumingViewer => {
    const viewer = new ResumingViewer(client, questionId);
    viewers.push(viewer);
    return viewer;
  };
};
