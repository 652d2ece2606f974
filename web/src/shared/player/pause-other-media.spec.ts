import { BroadcastChannel as RealChannel } from 'node:worker_threads';
import { afterEach, it, jest } from '@jest/globals';

const known = Object.getOwnPropertyDescriptor(globalThis, 'BroadcastChannel');
const browserHas = (channel: unknown) =>
  Object.defineProperty(globalThis, 'BroadcastChannel', { configurable: true, value: channel });
const openTab = async () => {
  jest.resetModules();
  return (await import('./pause-other-media.ts')).pauseOtherMedia;
};
const playing = () => {
  const element = document.createElement('audio');
  const paused = new Promise<void>((resolve) => {
    element.pause = () => resolve();
  });
  return { element, paused };
};

afterEach(() => {
  if (known) Object.defineProperty(globalThis, 'BroadcastChannel', known);
  else Reflect.deleteProperty(globalThis, 'BroadcastChannel');
});

it('a playing sound stops when another tab plays', async () => {
  const channels: RealChannel[] = [];
  browserHas(
    class extends RealChannel {
      constructor(name: string) {
        super(name);
        channels.push(this);
      }
    },
  );
  const [here, there] = [await openTab(), await openTab()];
  const [first, second] = [playing(), playing()];
  here(first.element);
  there(second.element);
  await first.paused;
  here(first.element);
  await second.paused;
  for (const channel of channels) channel.close();
});

it.each([
  [
    'refuses',
    class {
      constructor() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      }
    },
  ],
  ['has none', undefined],
])('a sound plays even if the browser %s when the app opens a channel between tabs', async (_, channel) => {
  browserHas(channel);
  const takeTurn = await openTab();
  const [first, second] = [playing(), playing()];
  takeTurn(first.element);
  takeTurn(second.element);
  await first.paused;
});
