import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureDatabases, migrateDatabases } from './databases.ts';
import type { MigratedDatabases } from './migrated-databases.ts';
import { natsUsers, natsVariables, operatorNatsUrl } from './nats-users.ts';
import { nodeService } from './node-service.ts';
import { checkOwner, homeFiles } from './paths.mjs';
import type { EnvironmentFile, Login, RunningFile } from './running-system.ts';
import { loadSecrets } from './secrets.ts';
import type { Log } from './servers/packages.ts';
import { loopback } from './servers/ports.ts';
import {
  DirectoryLockedError,
  endLeftovers,
  lockDirectory,
  readJson,
  type Variables,
  writeAtomically,
} from './servers/processes.ts';
import { type RunningServers, startServers } from './servers/start-servers.ts';
import { Supervisor } from './servers/supervisor.ts';
import { type SystemSettings, serviceEnvironment } from './service-environment.ts';
import { databaseServices, isDatabaseService, perService, type ServiceName, services } from './service-list.ts';

export class AlreadyRunningError extends Error {
  override readonly name = 'AlreadyRunningError';

  constructor(home: string, pid: number, url?: string) {
    super(
      `Hearsay already runs in ${home} (process ${pid})${url ? `: ${url}` : ''}. Stop it first (Ctrl-C there, or kill ${pid}).`,
    );
  }
}

const takeHome = async (home: string, log: Log): Promise<() => void> => {
  const files = homeFiles(home);
  checkOwner(home);
  let unlock: () => void;
  try {
    unlock = await lockDirectory(home);
  } catch (error) {
    if (!(error instanceof DirectoryLockedError)) throw error;
    throw new AlreadyRunningError(home, error.holder.pid, readJson<RunningFile>(files.running)?.url);
  }
  const { ended } = await endLeftovers(files.state);
  if (ended.length > 0) log(`Ended what a killed start had left behind: ${ended.join(', ')}.`);
  rmSync(files.running, { force: true });
  return unlock;
};

export interface BringUpOptions {
  readonly home: string;
  /** Holds services/<name>/dist/main.js. */
  readonly root: string;
  readonly nodeEnvironment: 'development' | 'test';
  /** fsync, as in production. */
  readonly durable: boolean;
  readonly throwAway?: boolean;
  readonly webRoot?: string;
  readonly gatewayPort?: number;
  /** Migrated databases that a new home starts with. The first home fills them. */
  readonly migrated?: MigratedDatabases | undefined;
  readonly overrides?: Variables;
  readonly environment?: Variables;
  readonly log?: Log | undefined;
  readonly onStoppable?: (stop: () => Promise<void>) => void;
}

/**
 * Starts servers, databases, migrations, services and gateway in a home folder, under one supervisor. `npm start`,
 * journeys, browser tests and load tests share this code.
 */
export const bringUp = async ({
  home,
  root,
  nodeEnvironment,
  durable,
  throwAway = false,
  webRoot = '',
  gatewayPort,
  migrated,
  overrides = {},
  environment = {},
  log = () => {},
  onStoppable = () => {},
}: BringUpOptions) => {
  const files = homeFiles(home);
  mkdirSync(home, { recursive: true });
  const unlock = await takeHome(home, log);
  let servers: RunningServers | undefined;
  let isAnnounced = false;
  let stopping: Promise<void> | undefined;
  let publicUrl: string | undefined;
  const url = () => `http://${loopback}:${supervisor.ports.gateway}`;
  const pids = (): Record<string, number> => ({ supervisor: process.pid, ...supervisor.pids });
  const writeRunning = () => {
    if (!isAnnounced || stopping) return;
    const logins = readJson<Login[]>(files.logins) ?? [];
    const running: RunningFile = { url: publicUrl ?? url(), logins, pids: pids(), ports: supervisor.ports };
    writeAtomically(files.running, `${JSON.stringify(running, null, 2)}\n`, 0o600);
  };
  const supervisor = new Supervisor({ logDirectory: files.logs, stateFile: files.state, log, onChange: writeRunning });
  const stopOnce = async () => {
    rmSync(files.running, { force: true });
    await supervisor.stopAll();
    await servers?.stop();
    unlock();
    if (throwAway) rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  const stop = () => {
    stopping ??= stopOnce();
    return stopping;
  };
  onStoppable(stop);
  try {
    const secrets = loadSecrets(files.secrets);
    const isNew = !existsSync(files.data);
    const isMigrated = isNew && ((await migrated?.takeInto(home)) ?? false);
    servers = await startServers({
      dataDir: files.data,
      durable,
      urls: { postgres: environment.DATABASE_URL, nats: environment.NATS_URL, redis: environment.REDIS_URL },
      natsUsers: await natsUsers(secrets),
      log,
      supervisor,
    });
    const { redisUrl, databaseAdminUrl } = servers;
    const natsUrl = operatorNatsUrl(servers.natsUrl, secrets, environment);
    const script = (service: ServiceName) => join(root, 'services', service, 'dist/main.js');
    const missing = services.filter((service) => !existsSync(script(service)));
    if (missing.length > 0) throw new Error(`Not built: ${missing.join(', ')}.`);
    log('Databases and migrations …');
    const databases = await ensureDatabases(databaseAdminUrl, secrets.passwords, environment);
    const databaseUrls = perService(databaseServices, (service) => databases[service].url);
    let settings: SystemSettings = {
      nodeEnvironment,
      webRoot,
      secrets,
      overrides,
      natsUrl: servers.natsUrl,
      natsUsers: natsVariables(secrets, environment),
      redisUrl,
      mediaUrl: environment.MEDIA_URL || pathToFileURL(files.media).href,
      databaseUrls,
    };
    const environmentOf = (service: ServiceName) => serviceEnvironment(service, settings);
    const always = Object.keys(environment).some((name) => name.endsWith('DATABASE_URL'));
    await migrateDatabases({ root, stampFile: files.migrated, databases, always, environmentOf });
    if (isNew && !isMigrated) await migrated?.keepOf(home, supervisor);
    log(`Starting ${services.join(', ')} …`);
    const start = async (role: ServiceName) => {
      const environmentNow = () => environmentOf(role);
      await supervisor.start(
        await nodeService({ role, script: script(role), environment: environmentNow, preferredPort: gatewayPort }),
      );
    };
    await Promise.all(services.map(start));
    // Operator programs also rebuild tables, which needs the owner of the database.
    const operatorEnvironmentOf = (service: ServiceName) => {
      if (!isDatabaseService(service)) return environmentOf(service);
      const { ownerUrl, role } = databases[service];
      return { ...environmentOf(service), OWNER_DATABASE_URL: ownerUrl, DATABASE_ROLE: role };
    };
    const writeEnvironment = () => {
      const ofServices = perService(services, operatorEnvironmentOf);
      const written: EnvironmentFile = { natsUrl, redisUrl, databaseAdminUrl, gatewayUrl: url(), services: ofServices };
      writeAtomically(files.environment, `${JSON.stringify(written, null, 2)}\n`, 0o600);
    };
    writeEnvironment();
    return {
      home,
      files,
      supervisor,
      get url() {
        return url();
      },
      get logins() {
        return readJson<Login[]>(files.logins) ?? [];
      },
      get pids() {
        return pids();
      },
      get ports() {
        return supervisor.ports;
      },
      natsUrl,
      redisUrl,
      databaseAdminUrl,
      databaseUrls,
      secrets,
      kill: (role: string, signal?: NodeJS.Signals) => supervisor.kill(role, signal),
      whenReady: (role: string) => supervisor.whenReady(role),
      environmentOf,
      restartWith: async (role: ServiceName, changes: Variables) => {
        settings = { ...settings, overrides: { ...settings.overrides, ...changes } };
        writeEnvironment();
        await supervisor.restart(role);
      },
      /** Keeps running.json up to date from now on. `address` replaces the gateway's for people. */
      announce: (address?: string) => {
        publicUrl = address;
        isAnnounced = true;
        writeRunning();
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};

export type System = Awaited<ReturnType<typeof bringUp>>;
