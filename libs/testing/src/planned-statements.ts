import pg from 'pg';

/** `keepsPlan` is true if the statement has a name and its pool does not force custom plans. */
interface SentStatement {
  readonly text: string;
  readonly keepsPlan: boolean;
}

export const recordStatements = async (act: () => Promise<unknown>): Promise<SentStatement[]> => {
  const sent: SentStatement[] = [];
  const query = pg.Pool.prototype.query as (...args: unknown[]) => unknown;
  function seen(this: { options: { options?: string } }, ...args: unknown[]): unknown {
    const { name, text } = (typeof args[0] === 'string' ? { text: args[0] } : args[0]) as {
      name?: string;
      text: string;
    };
    sent.push({ text, keepsPlan: name !== undefined && !(this.options.options ?? '').includes('force_custom_plan') });
    return query.apply(this, args);
  }
  pg.Pool.prototype.query = seen as typeof pg.Pool.prototype.query;
  try {
    await act();
  } finally {
    pg.Pool.prototype.query = query as typeof pg.Pool.prototype.query;
  }
  return sent;
};
