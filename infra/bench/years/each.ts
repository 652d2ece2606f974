const callers = 512;

export const each = async (count: number, work: (index: number) => Promise<unknown>): Promise<void> => {
  let next = 0;
  const caller = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: callers }, caller));
};
