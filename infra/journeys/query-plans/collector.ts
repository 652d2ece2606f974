import { appendFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import pg from 'pg';
import { patternOf, statementOf } from './statements.ts';

/**
 * Runs in every service before its own code (`NODE_OPTIONS=--import`). Appends the SQL statements of the service to a
 * file. A statement with the same absent values is appended only at its 1st, 2nd, 4th, 8th … use.
 */
const folder = process.env.STATEMENTS_FOLDER;
const [, script, command] = process.argv;
if (folder && isMainThread && command !== 'migrate') {
  // services/<name>/dist/main.js
  const service = basename(dirname(dirname(script ?? '')));
  const file = join(folder, `${service}.${process.pid}.jsonl`);
  const uses = new Map<string, number>();
  const prototype = pg.Client.prototype as { query: (...args: unknown[]) => unknown };
  const original = prototype.query;
  prototype.query = function query(this: unknown, ...args: unknown[]) {
    const statement = statementOf(args);
    if (statement) {
      const pattern = patternOf(statement);
      const use = (uses.get(pattern) ?? 0) + 1;
      uses.set(pattern, use);
      if (Number.isInteger(Math.log2(use))) appendFileSync(file, `${JSON.stringify(statement)}\n`);
    }
    return original.apply(this, args);
  };
}
