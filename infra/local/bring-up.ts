import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureDatabases, hasAccounts, migrateDatabases } from './databases.ts';
import { natsUsers, natsVariables, operatorNatsUrl } from './nats-users.ts';
import { nodeServiceSpec } from './node-service.ts';
import { checkOwner, homeFiles } from './paths.mjs';
import type { EnvironmentFile, Login, RunningFile } from './running-system.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import { loopback } from './servers/ports.ts';
import { type Log, readJson, type Variables, writeAtomically } from './servers/processes.ts';
import { startServers } from './servers/start-servers.ts';
import { Supervisor } from './servers/supervisor.ts';
import { type SystemSettings, serviceEnvironment } from './service-environment.ts';
import {
  databaseServices,
  isDatabaseService,
  mapServices,
  roleOf,
  type ServiceName,
  services,
} from './service-list.ts';

export interface OwnServerSettings {
  readonly home: string;
  readonly secrets: Secrets;
  readonly log: Log;
}

export interface BringUpOptions {
  readonly home: string;
  /** The folder with services/<name>/dist/main.js. */
  readonly root: string;
  /** The folder of the code that a process runs from its next start on. Default: `root`. */
  readonly rootOf?: (role: string) => string;
  readonly nodeEnvironment: 'development' | 'test';
  /** If true, the servers fsync, as in production. */
  readonly durable: boolean;
  readonly throwAway?: boolean;
  readonly webRoot?: string;
  readonly gatewayPort?: number;
  /** Number of processes of each service and of the gateway. Default: 1. */
  readonly processesEach?: number;
  /** Services with two processes, also if `processesEach` is 1. */
  readonly twice?: readonly ServiceName[];
  /** Changes the variables of one process before it starts, such as the addresses of its servers. */
  readonly environmentOf?: (role: string, variables: Record<string, string>) => Promise<Record<string, string>>;
  /** If true, the start fails when the databases have accounts. */
  readonly mustBeEmpty?: boolean;
  readonly overrides?: Variables;
  readonly environment?: Variables;
  /** Starts other servers than usual. @returns environment variables for the services, such as the servers' URLs */
  readonly ownServers?: (supervisor: Supervisor, settings: OwnServerSettings) => Promise<Variables>;
  readonly log?: Log | undefined;
  readonly onStoppable?: (stop: () => Promise<void>) => void;
}

class PeopleThereError extends Error {
  override readonly message =
    'This data folder has people. npm start goes on with them; npm start -- --reset --empty deletes them first.';
}

/**
 * Starts the servers, creates and migrates the databases, and starts services and gateway, all under one supervisor in
 * one home folder. `npm start`, journeys, browser tests and load tests share this code.
 */
export const bringUpSystem = async (options: BringUpOptions) => {
  const { home, log = () => {}, throwAway = false, onStoppable = () => {} } = options;
  const files = homeFiles(home);
  checkOwner(home);
  let publicUrl: string | undefined;
  let isAnnounced = false;
  let stopping: Promise<void> | undefined;
  const url = () => `http://${loopback}:${supervisor.ports.gateway}`;
  const logins = () => readJson<Login[]>(files.logins) ?? [];
  const pids = (): Record<string, number> => ({ supervisor: process.pid, ...supervisor.pids });
  const writeRunning = () => {
    if (!isAnnounced || stopping) return;
    const running: RunningFile = { url: publicUrl ?? url(), logins: logins(), pids: pids(), ports: supervisor.ports };
    writeAtomically(files.running, `${JSON.stringify(running, null, 2)}\n`, 0o600);
  };
  const supervisor = await Supervisor.in(home, { log, onChange: writeRunning });
  rmSync(files.running, { force: true });
  const stopOnce = async () => {
    rmSync(files.running, { force: true });
    await supervisor.stopAll();
    if (throwAway) rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  const stop = () => {
    stopping ??= stopOnce();
    return stopping;
  };
  onStoppable(stop);
  try {
    const started = await startAll(options, supervisor, url);
    return {
      home,
      files,
      supervisor,
      ...started,
      get url() {
        return url();
      },
      get logins() {
        return logins();
      },
      get pids() {
        return pids();
      },
      get ports() {
        return supervisor.ports;
      },
      kill: (role: string, signal?: NodeJS.Signals) => supervisor.kill(role, signal),
      whenReady: (role: string) => supervisor.whenReady(role),
      /** Writes running.json now and after each change. People open `address`, by default the URL of the gateway. */
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

const startAll = async (options: BringUpOptions, supervisor: Supervisor, url: () => string) => {
  const { home, root, nodeEnvironment, durable, webRoot = '', gatewayPort, overrides = {} } = options;
  const { log = () => {}, mustBeEmpty = false, processesEach = 1, twice = [] } = options;
  const files = homeFiles(home);
  const secrets = loadSecrets(files.secrets);
  const environment = { ...options.environment, ...(await options.ownServers?.(supervisor, { home, secrets, log })) };
  const servers = await startServers({
    dataDir: files.data,
    durable,
    urls: { postgres: environment.DATABASE_URL, nats: environment.NATS_URL, redis: environment.REDIS_URL },
    natsUsers: await natsUsers(secrets),
    log,
    supervisor,
  });
  const { redisUrl, databaseAdminUrl } = servers;
  const natsUrl = operatorNatsUrl(servers.natsUrl, secrets, environment);
  const script = (service: ServiceName, from = root) => join(from, 'services', service, 'dist/main.js');
  const missing = services.filter((service) => !existsSync(script(service)));
  if (missing.length > 0) throw new Error(`Not built: ${missing.join(', ')}.`);
  log('Databases and migrations …');
  const databases = await ensureDatabases(databaseAdminUrl, secrets.passwords, environment);
  await migrateDatabases(root, databases);
  if (mustBeEmpty && (await hasAccounts(databases.identity.url))) throw new PeopleThereError();
  const databaseUrls = mapServices(databaseServices, (service) => databases[service].url);
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
  log(`Starting ${services.join(', ')} …`);
  const numbersOf = (service: ServiceName) => {
    const length = twice.includes(service) ? 2 : processesEach;
    return Array.from({ length }, (_, index) => index + 1);
  };
  const start = (service: ServiceName, number: number) => {
    const role = roleOf(service, number);
    const environment = async () => options.environmentOf?.(role, environmentOf(service)) ?? environmentOf(service);
    const port = number === 1 ? gatewayPort : undefined;
    const scriptOf = () => script(service, options.rootOf?.(role));
    return supervisor.start(nodeServiceSpec({ role, service, script: scriptOf, environment, gatewayPort: port }));
  };
  await Promise.all(services.flatMap((service) => numbersOf(service).map((number) => start(service, number))));
  // Adds the owner's URL, because operator programs also rebuild tables, which only the owner of a database may do.
  const operatorEnvironmentOf = (service: ServiceName) => {
    if (!isDatabaseService(service)) return environmentOf(service);
    const { ownerUrl, role } = databases[service];
    return { ...environmentOf(service), OWNER_DATABASE_URL: ownerUrl, DATABASE_ROLE: role };
  };
  const writeEnvironment = () => {
    const ofServices = mapServices(services, operatorEnvironmentOf);
    const written: EnvironmentFile = { natsUrl, redisUrl, databaseAdminUrl, gatewayUrl: url(), services: ofServices };
    writeAtomically(files.environment, `${JSON.stringify(written, null, 2)}\n`, 0o600);
  };
  writeEnvironment();
  return {
    natsUrl,
    redisUrl,
    databaseAdminUrl,
    databaseUrls,
    secrets,
    environmentOf,
    restartWith: async (role: ServiceName, changes: Variables) => {
      settings = { ...settings, overrides: { ...settings.overrides, ...changes } };
      writeEnvironment();
      await supervisor.restart(role);
    },
  };
};

export type System = Awaited<ReturnType<typeof bringUpSystem>>;
