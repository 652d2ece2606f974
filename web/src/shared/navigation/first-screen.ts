import type { QueryClient } from '@tanstack/react-query';

/** Longest time that a hanging read delays code after the first screen. */
const WAITED_AT_MOST_MS = 4_000;

let isPainted: Promise<unknown> = Promise.resolve();

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

export const loadAfterFirstScreen = <Code>(load: () => Promise<Code>): Promise<Code> => isPainted.then(load);

/** Counts the first screen as painted two frames after its code and its reads are done. */
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
