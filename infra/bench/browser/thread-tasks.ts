import type { Browser, CDPSession } from '@playwright/test';

/** One task of a thread, in milliseconds: by the clock, and of the thread's own CPU time, which does not count waiting for a core. */
export interface Task {
  readonly clock: number;
  readonly cpu: number;
}

/** Times of a trace are in microseconds (https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU). */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

const msOf = (microseconds = 0) => microseconds / 1000;

/** The tasks of the thread that draws a page: of several pages' threads the one that did most. */
export const tasksOfThePage = (events: readonly TraceEvent[]): Task[] => {
  const drawing = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const byThread = drawing.map(({ pid, tid }) =>
    events
      .filter(
        (event) =>
          event.ph === 'X' && event.name === 'ThreadControllerImpl::RunTask' && event.pid === pid && event.tid === tid,
      )
      .map(({ dur, tdur }) => ({ clock: msOf(dur), cpu: msOf(tdur) })),
  );
  const sum = (tasks: readonly Task[]) => tasks.reduce((all, { clock }) => all + clock, 0);
  return byThread.sort((a, b) => sum(b) - sum(a))[0] ?? [];
};

const readTrace = async (cdp: CDPSession, handle: string): Promise<readonly TraceEvent[]> => {
  let text = '';
  for (let isOver = false; !isOver; ) {
    const { data, base64Encoded, eof } = await cdp.send('IO.read', { handle, size: 1 << 20 });
    text += base64Encoded ? Buffer.from(data, 'base64').toString() : data;
    isOver = eof;
  }
  return (JSON.parse(text) as { traceEvents: TraceEvent[] }).traceEvents;
};

/** What the browser's only page did while `work` ran, task by task. */
export const tasksWhile = async (browser: Browser, work: () => Promise<unknown>): Promise<Task[]> => {
  const cdp = await browser.newBrowserCDPSession();
  try {
    const traceConfig = {
      includedCategories: ['toplevel', '__metadata'],
      recordMode: 'recordAsMuchAsPossible' as const,
    };
    await cdp.send('Tracing.start', { transferMode: 'ReturnAsStream', traceConfig });
    await work();
    const complete = new Promise<string>((resolve) =>
      cdp.once('Tracing.tracingComplete', ({ stream }) => resolve(stream ?? '')),
    );
    await cdp.send('Tracing.end');
    return tasksOfThePage(await readTrace(cdp, await complete));
  } finally {
    await cdp.detach();
  }
};
