import { describe, expect, it } from '@jest/globals';
import { tasksOfThePage } from './thread-tasks.ts';

const thread = (tid: number, name: string) => ({ name: 'thread_name', ph: 'M', pid: 7, tid, args: { name } });
const task = (tid: number, dur: number, tdur?: number) => ({
  name: 'ThreadControllerImpl::RunTask',
  ph: 'X',
  pid: 7,
  tid,
  dur,
  ...(tdur !== undefined && { tdur }),
  args: {},
});

describe('the tasks of a page', () => {
  it('are those of the busiest thread that draws one, by the clock and by CPU time', () => {
    const events = [
      thread(1, 'CrRendererMain'),
      thread(2, 'CrRendererMain'),
      thread(3, 'Compositor'),
      task(1, 900, 800),
      task(2, 60_000, 25_000),
      { ...task(2, 70_000, 70_000), name: 'FunctionCall' },
      task(2, 4000),
      task(3, 900_000, 900_000),
      { ...task(2, 900_000, 900_000), pid: 8 },
    ];
    expect(tasksOfThePage(events)).toEqual([
      { clock: 60, cpu: 25 },
      { clock: 4, cpu: 0 },
    ]);
    expect(tasksOfThePage([])).toEqual([]);
  });
});
