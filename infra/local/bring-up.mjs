import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDatabases } from './databases.mjs';
import { migrateDatabases } from './migrations.mjs';
import { nodeService } from './node-service.mjs';
import { checkOwner, homeFiles } from './paths.mjs';
import { loadSecrets } from './secrets.mjs';
import { DirectoryLockedError, lockDirectory } from './servers/directory-lock.mjs';
import { loopback } from './servers/free-port.mjs';
import { startServers } from './servers/start-servers.mjs';
import { databaseServices, serviceEnvironment, services } from './service-list.mjs';
import { endLeftovers, Supervisor, writeAtomically } from './supervisor.mjs';

/** Another start works in the same home folder. */
export class AlreadyRunningError extends Error {
  constructor(home, pid, url) {
    super(`Hearsay already runs in ${home} (process ${pid})${url ? `: ${url}` : ''}. Stop it first (Ctrl-C there, or kill ${pid}).`);
    this.name = 'AlreadyRunningError';
  }
}

const readJson = (file, otherwise) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return otherwise;
  }
};

const takeHome = async (home, log) => {
  const files = homeFiles(home);
  checkOwner(home);
  let unlock;
  try {
    unlock = await lockDirectory(home);
  } catch (error) {
    if (!(error instanceof DirectoryLockedError)) throw error;
    throw new AlreadyRunningError(home, error.holder.pid, readJson(files.running, {}).url);
  }
  const { ended } = await endLeftovers(files.state);
  if (ended.length > 0) log(`Ended what a killed start had left behind: ${ended.join(', ')}.`);
  rmSync(files.running, { force: true });
  return unlock;
};

/**
 * Brings a whole system up in a home folder: servers, databases, migrations, services, gateway, all under one supervisor. `npm start`, the
 * journeys, the browser tests and the load tests use this same code.
 * @param {object} options
 * @param {string} options.home
 * @param {string} options.root the folder that holds services/<name>/dist/main.js
 * @param {'development' | 'test'} options.nodeEnvironment
 * @param {boolean} options.durable fsync on
 * @param {boolean} [options.throwAway] the stop deletes the home folder
 * @param {string} [options.webRoot]
 * @param {number} [options.gatewayPort] taken if it is free
 * @param {Record<string, string | undefined>} [options.overrides] variables for all services
 * @param {Record<string, string | undefined>} [options.environment] where the URLs of existing servers are looked up
 * @param {(line: string) => void} [options.log]
 * @param {(stop: () => Promise<void>) => void} [options.onStoppable] gets the stop function before anything is started
 */
export const bringUp = async ({
  home,
  root,
  nodeEnvironment,
  durable,
  throwAway = false,
  webRoot = '',
  gatewayPort,
  overrides = {},
  environment = {},
  log = () => {},
  onStoppable = () => {},
}) => {
  const files = homeFiles(home);
  mkdirSync(home, { recursive: true });
  const unlock = await takeHome(home, log);
  let servers;
  let complete = false;
  /** @type {Promise<void> | undefined} */
  let stopping;
  const settings = {
    nodeEnvironment,
    logLevel: nodeEnvironment === 'test' ? 'warn' : 'info',
    webRoot,
    rateLimits: 'development',
    anonymousXpMaxDelaySeconds: nodeEnvironment === 'test' ? '0' : '60',
    secrets: loadSecrets(files.secrets),
    overrides,
    natsUrl: '',
    redisUrl: '',
    databaseUrls: {},
  };
  const url = () => `http://${loopback}:${supervisor.ports.gateway}`;
  let publicUrl;
  const logins = () => readJson(files.logins, []);
  const announce = () => {
    if (!complete || stopping) return;
    const pids = { supervisor: process.pid, ...supervisor.pids };
    writeAtomically(
      files.running,
      `${JSON.stringify({ url: publicUrl ?? url(), logins: logins(), pids, ports: supervisor.ports }, null, 2)}\n`,
      0o600,
    );
  };
  const supervisor = new Supervisor({ logDirectory: files.logs, stateFile: files.state, log, onChange: announce });
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
    const urls = { postgres: environment.DATABASE_URL, nats: environment.NATS_URL, redis: environment.REDIS_URL };
    servers = await startServers({ dataDir: files.data, durable, urls, log, supervisor });
    settings.natsUrl = servers.natsUrl;
    settings.redisUrl = servers.redisUrl;
    const script = (service) => join(root, 'services', service, 'dist/main.js');
    const missing = services.filter((service) => !existsSync(script(service)));
    if (missing.length > 0) throw new Error(`Not built: ${missing.join(', ')}.`);
    log('Databases and migrations …');
    const databases = await ensureDatabases(servers.databaseAdminUrl, settings.secrets.passwords, environment);
    settings.databaseUrls = Object.fromEntries(Object.entries(databases).map(([service, database]) => [service, database.url]));
    const environmentOf = (service) => serviceEnvironment(service, settings);
    const always = Object.keys(environment).some((name) => name.endsWith('DATABASE_URL'));
    await migrateDatabases({ root, stampFile: files.migrated, services: databaseServices, databases, always, environmentOf });
    log(`Starting ${services.join(', ')} …`);
    const specs = services.map((role) =>
      nodeService({
        role,
        script: script(role),
        environment: () => environmentOf(role),
        preferredPort: role === 'gateway' ? gatewayPort : undefined,
      }),
    );
    await Promise.all(specs.map((spec) => supervisor.start(spec)));
    // Operators' programs also rebuild tables, which takes the owner of the database.
    const operatorEnvironmentOf = (service) => ({
      ...environmentOf(service),
      ...(databases[service] && { OWNER_DATABASE_URL: databases[service].ownerUrl, DATABASE_ROLE: databases[service].role }),
    });
    const writeEnvironment = () =>
      writeAtomically(
        files.environment,
        `${JSON.stringify({ natsUrl: settings.natsUrl, redisUrl: settings.redisUrl, databaseAdminUrl: servers.databaseAdminUrl, gatewayUrl: url(), services: Object.fromEntries(services.map((service) => [service, operatorEnvironmentOf(service)])) }, null, 2)}\n`,
        0o600,
      );
    writeEnvironment();
    return {
      home,
      files,
      supervisor,
      get url() {
        return url();
      },
      get logins() {
        return logins();
      },
      /** @returns {Record<string, number>} */
      get pids() {
        return { supervisor: process.pid, ...supervisor.pids };
      },
      get ports() {
        return supervisor.ports;
      },
      natsUrl: servers.natsUrl,
      redisUrl: servers.redisUrl,
      databaseAdminUrl: servers.databaseAdminUrl,
      databaseUrls: settings.databaseUrls,
      secrets: settings.secrets,
      /** Kills a role (SIGKILL unless told); the supervisor starts it again. */
      kill: (role, signal) => supervisor.kill(role, signal),
      /** Resolves when a role answers (again). */
      whenReady: (role) => supervisor.whenReady(role),
      /** The environment of a service (and of its operator program). */
      environmentOf,
      /** Starts a service anew with changed variables for all services. */
      restartWith: async (role, changes) => {
        settings.overrides = { ...settings.overrides, ...changes };
        writeEnvironment();
        await supervisor.restart(role);
      },
      /** From now on running.json says where everything is, after every respawn too; people may be sent to another address than the gateway's. */
      announce: (address) => {
        publicUrl = address;
        complete = true;
        announce();
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
