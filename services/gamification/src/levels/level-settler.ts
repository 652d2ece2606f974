import { steadyNow } from '@hearsay/contracts';
import type { CommandPipeline } from '@hearsay/event-store';
import { subscribeLive } from '@hearsay/messaging';
import type { Logger, ServiceDependencies } from '@hearsay/service-runtime';
import type pg from 'pg';
import type { GamificationConfig } from '../config.js';
import { levelSubject, settleLevel } from './level.decider.js';
import { type AnonymousXp, standingOf, type WrittenCheck } from './level.sql.js';

/** How many checks are taken up in one go. */
const atOnce = 100;
/** Checks that nobody woke us for: of a process that was killed. */
const sweepEveryMs = 1000;
const settleTimeoutMs = 10_000;

interface LevelSettlerOptions {
  readonly pool: pg.Pool;
  readonly pipeline: CommandPipeline;
  readonly anonymousXp: AnonymousXp;
  readonly connection: ServiceDependencies<GamificationConfig>['connection'];
  readonly prefix: string;
  readonly log: Logger;
}

/** Settles the levels that `level_checks` names. A check goes with the announcement, so none is lost and none made twice. */
export class LevelSettler {
  readonly #options: LevelSettlerOptions;
  readonly #sweeper: NodeJS.Timeout;
  readonly #subscription: ReturnType<typeof subscribeLive>;
  #running: Promise<void> | undefined;
  #isWoken = false;
  #isStopped = false;

  constructor(options: LevelSettlerOptions) {
    this.#options = options;
    this.#subscription = subscribeLive(options.connection, `${options.prefix}${levelSubject}`, () => this.wake());
    this.#sweeper = setInterval(() => this.wake(), sweepEveryMs);
    this.wake();
  }

  /** There may be something to settle. */
  wake(): void {
    this.#isWoken = true;
    if (this.#isStopped || this.#running) return;
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#sweeper);
    this.#subscription.unsubscribe();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#isWoken && !this.#isStopped) {
      this.#isWoken = false;
      try {
        while (!this.#isStopped && (await this.#settle()) === atOnce);
      } catch (error) {
        this.#options.log.debug({ error: (error as Error).message }, 'Levels wait for the next look');
      }
    }
  }

  /** Answers how many checks were settled. */
  async #settle(): Promise<number> {
    const { pool, pipeline, anonymousXp } = this.#options;
    const { rows } = await pool.query<Omit<WrittenCheck, 'at'> & { at: Date }>(
      `select account_id as "accountId", at, number from level_checks order by at limit $1`,
      [atOnce],
    );
    if (rows.length === 0) return 0;
    const checks = rows.map((row): WrittenCheck => ({ ...row, at: row.at.toISOString() }));
    const standing = await standingOf(
      pool,
      anonymousXp,
      checks.map(({ accountId }) => accountId),
    );
    const deadline = steadyNow() + settleTimeoutMs;
    await Promise.all(
      checks.map((check) =>
        pipeline.execute(
          settleLevel,
          { check, anonymous: standing.get(check.accountId)!.anonymous },
          { accountId: null, correlationId: null, deadline, now: check.at },
        ),
      ),
    );
    return checks.length;
  }
}
