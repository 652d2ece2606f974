import { findNatsBinary, type TestDatabase, TestNatsServer } from '@hearsay/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe } from '@jest/globals';
import type pg from 'pg';
import { eventStoreSchemaSql } from '../log/migrations.js';
import type { CommandPipeline, PipelineOptions } from '../pipeline/command-pipeline.js';
import { createPipeline, ledgerTables } from './ledger.suite.js';
import { createPool, World } from './world.suite.js';
import { returnDatabase, takeDatabase } from './world-databases.suite.js';

interface Ledger {
  database: TestDatabase;
  pool: pg.Pool;
  pipeline: CommandPipeline;
  /** The number of commands in each committed batch. */
  batches: number[];
}

const ledgerSchemas = [eventStoreSchemaSql, ledgerTables];

/** Gives each test an empty database with a pipeline. */
export const useLedger = (
  poolOf: (database: TestDatabase) => pg.Pool | Promise<pg.Pool> = ({ url }) => createPool(url),
  options: Partial<PipelineOptions> = {},
): Ledger => {
  const ledger = {} as Ledger;
  beforeEach(async () => {
    ledger.batches = [];
    ledger.database = await takeDatabase(ledgerSchemas);
    ledger.pool = await poolOf(ledger.database);
    ledger.pipeline = createPipeline(ledger.pool, { onBatch: (commands) => ledger.batches.push(commands), ...options });
  });
  afterEach(async () => {
    await ledger.pipeline.stop();
    await ledger.pool.end();
    returnDatabase(ledgerSchemas, ledger.database);
  });
  return ledger;
};

/** Makes a new world for each test. */
export const useWorld = (natsUrl?: () => string): World => {
  const world = new World(natsUrl);
  beforeEach(() => world.begin());
  afterEach(() => world.end());
  return world;
};

/** Runs the tests on each NATS version, with a server for each. Skips the tests of a missing version, and says why. */
export const onEachNatsVersion = async (cases: (world: World, server: () => TestNatsServer) => void): Promise<void> => {
  for (const line of ['2.15', '2.9']) {
    const binary = await findNatsBinary(line);
    const suite = binary ? describe : describe.skip;
    suite(
      binary
        ? `NATS ${binary.version}`
        : `NATS ${line}: skipped, no nats-server ${line} is at hand (npm run tools; NATS_BOTH=1 for an old one)`,
      () => {
        let server: TestNatsServer;
        beforeAll(async () => {
          server = await TestNatsServer.start(binary!);
        });
        afterAll(() => server.dispose());
        cases(
          useWorld(() => server.url),
          () => server,
        );
      },
    );
  }
};
