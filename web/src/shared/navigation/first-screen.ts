import type { QueryClient } from '@tanstack/react-query';

/** A read that hangs does not keep the rest of the app away for longer than this. */
const WAITED_AT_MOST_MS = 4_000;

let isPainted: Promise<unknown> = Promise.resolve();

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Loads code that the first screen does not need, once that screen is painted. */
export const afterFirstScreen = <Code>(load: () => Promise<Code>): Promise<Code> => isPainted.then(load);

/** Watches the first screen: its code comes, then its reads are answered, and two frames later it is painted. */
export function watchFirstScreen(client: QueryClient, code: Promise<unknown>): void {
  const painted = async () => {
    await code;
    do {
      await frame();
      await frame();
    } while (client.isFetching() > 0);
  };
  isPainted = Promise.race([painted(), new Promise((resolve) => setTimeout(resolve, WAITED_AT_MOST_MS))]);
}
