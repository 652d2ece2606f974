import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** False for a text of several statements, which sets up a connection or a transaction. */
const isExplainable = (text: string) => /^\s*(?:select|with|update|delete|insert)\b[^;]*;?\s*$/i.test(text);

/** Takes the arguments of `pg.Client.query`. @returns null unless they are one statement with a plan */
export const statementOf = ([config, values]: readonly unknown[]): Statement | null => {
  const { text, values: own } = (typeof config === 'string' ? { text: config } : (config ?? {})) as {
    text?: unknown;
    values?: unknown;
  };
  const given = own ?? values;
  if (typeof text !== 'string' || !isExplainable(text)) return null;
  return { text, values: Array.isArray(given) ? (given as unknown[]) : [] };
};

/**
 * The text of a statement, and the positions of absent or empty values. An absent value can switch a condition off,
 * which changes the plan.
 */
export const patternOf = ({ text, values }: Statement): string =>
  text +
  values
    .map((value) =>
      value === null || value === undefined ? 'absent' : Array.isArray(value) && value.length === 0 ? 'empty' : '',
    )
    .join();

const revived = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && (value as { type?: unknown }).type === 'Buffer'
    ? Buffer.from((value as unknown as { data: number[] }).data)
    : value;

export const readSentStatements = (folder: string, service: string): Statement[] => {
  const statements = new Map<string, Statement>();
  for (const name of readdirSync(folder).filter((file) => file.startsWith(`${service}.`))) {
    // Drops the last line, which may be incomplete.
    const lines = readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1);
    for (const line of lines) {
      const statement = JSON.parse(line, revived) as Statement;
      statements.set(patternOf(statement), statement);
    }
  }
  return [...statements.values()];
};
