import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answersOk } from '../local/node-service.ts';
import { say } from '../local/progress.mjs';
import {
  type ChildSpec,
  freePort,
  loopback,
  serverEnvironment,
  toolsDirectory,
  untilAnswered,
} from '../local/servers/index.ts';
import { tiers } from '../local/service-list.ts';
import { inDatabase, type System } from './whole-system.ts';

/** The version that is compared with. */
const wantedVersion = '2.0.2';
/** Connections of its pool, all of them kept: by itself it keeps two and opens the others anew for each crowd. */
const poolSize = 16;
/** Its database, as `inDatabase` names it. */
export const answerDatabase = 'bench_answer';
const database = `hearsay_${answerDatabase}`;
/** No such port exists, so the web page of its installation, which would be open to the network for a second, cannot come up; by then all is installed. */
const noPort = '65536';

/** Its program, looked for in ANSWER_BIN and .local/tools. */
const findAnswer = (): string | undefined =>
  [process.env.ANSWER_BIN, join(toolsDirectory, 'answer')].find((path) => path !== undefined && existsSync(path));

/** Why Apache Answer cannot be measured here; undefined when it can. */
export const answerMissing = (): string | undefined =>
  findAnswer() === undefined
    ? `Apache Answer ${wantedVersion} is not there: ANSWER_BIN names its program, or it lies in .local/tools/answer`
    : undefined;

/** @throws when it is not there or of another version. */
const wantedAnswer = (): string => {
  const program = findAnswer();
  if (program === undefined) throw new Error(answerMissing());
  const words = execFileSync(program, ['--version'], { encoding: 'utf8' });
  if (!words.includes(`version ${wantedVersion}`))
    throw new Error(`${program} is not Apache Answer ${wantedVersion}: ${words.trim()}`);
  return program;
};

export interface AnswerServer {
  readonly url: string;
  readonly administrator: { readonly email: string; readonly password: string };
}

/** Its role among the system's processes, and the name of its connections. */
export const answerRole = 'answer';

const configurationOf = (home: string, port: number, connection: URL) => ({
  debug: false,
  server: { http: { addr: `${loopback}:${port}` } },
  data: {
    database: {
      driver: 'postgres',
      connection: Object.entries({
        host: connection.hostname,
        port: connection.port,
        user: connection.username,
        password: connection.password,
        dbname: database,
        sslmode: 'disable',
        application_name: answerRole,
      })
        .map(([name, value]) => `${name}=${value}`)
        .join(' '),
      max_open_conn: poolSize,
      max_idle_conn: poolSize,
    },
    cache: { file_path: join(home, 'cache/cache.db') },
  },
  i18n: { bundle_dir: join(home, 'i18n') },
  swaggerui: { show: false },
  service_config: { upload_path: join(home, 'uploads'), clean_up_uploads: false },
  ui: { public_url: '/', api_url: '/' },
});

/** Makes its tables and its administrator without anybody at a keyboard. */
const install = (
  program: string,
  home: string,
  url: string,
  connection: URL,
  administrator: AnswerServer['administrator'],
): Promise<string> =>
  new Promise((resolve) => {
    const env = serverEnvironment({
      AUTO_INSTALL: 'true',
      INSTALL_PORT: noPort,
      LOG_LEVEL: 'error',
      DB_TYPE: 'postgres',
      DB_USERNAME: connection.username,
      DB_PASSWORD: connection.password,
      DB_HOST: connection.host,
      DB_NAME: database,
      LANGUAGE: 'en_US',
      SITE_NAME: 'Measured',
      SITE_URL: url,
      CONTACT_EMAIL: administrator.email,
      ADMIN_NAME: 'administrator',
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      EXTERNAL_CONTENT_DISPLAY: 'always_display',
    });
    // Its exit code says nothing: it ends because it has no port. Whether it has installed shows when the administrator signs in.
    execFile(program, ['init', '-C', home], { cwd: home, env: env as NodeJS.ProcessEnv }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });

/** Installs Apache Answer on the system's PostgreSQL, in a database of its own, and starts it under the system's supervisor, which stops it. */
export const startAnswer = async (system: System): Promise<AnswerServer> => {
  const program = wantedAnswer();
  const home = join(system.home, 'answer');
  mkdirSync(join(home, 'conf'), { recursive: true });
  const port = await freePort();
  const url = `http://${loopback}:${port}`;
  const administrator = { email: 'administrator@measured.test', password: randomBytes(12).toString('hex') };
  const connection = new URL(system.databaseAdminUrl);
  writeFileSync(join(home, 'conf/config.yaml'), JSON.stringify(configurationOf(home, port, connection)));
  say(`Installing Apache Answer ${wantedVersion} …`);
  await inDatabase(system, 'engagement', (client) => client.query(`create database ${database}`));
  const words = await install(program, home, url, connection, administrator);
  // The installation writes its first account with the number 1 and leaves the sequence there, so that the next account would be refused.
  await inDatabase(system, answerDatabase, (client) =>
    client.query(`select setval(pg_get_serial_sequence('"user"', 'id'), max(id)) from "user"`),
  );
  const spec: ChildSpec = {
    role: answerRole,
    tier: tiers.service,
    stopSignal: 'SIGTERM',
    ports: () => ({ [answerRole]: port }),
    launch: async () => ({
      command: program,
      args: ['run', '-C', home],
      cwd: home,
      env: serverEnvironment({ LOG_LEVEL: 'error' }),
    }),
    ready: (signal) => untilAnswered(() => answersOk(port, '/healthz'), { signal, what: 'Apache Answer' }),
  };
  try {
    await system.supervisor.start(spec);
  } catch (error) {
    throw new Error(`Apache Answer does not start; its installation said: ${words}`, { cause: error });
  }
  return { url, administrator };
};
