import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMetrics, startHealthServer } from '@hearsay/service-runtime';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { settings } from '../configuration/configuration.ts';
import { natsConfiguration } from '../local/servers/nats.ts';
import { removeTemporaryFolders, temporaryFolder } from '../local/tests/temporary-folders.ts';
import { allowedEdges } from './edges.ts';
import { type Manifest, manifestsOfKind, workloadsOf } from './manifests.ts';
import { hasKustomize, manifestsFolder, type Overlay, overlays, renderOverlay } from './render.ts';
import { manifestProblems } from './rules.ts';
import { applyMutation, mutations } from './tests/mutations.ts';

const read = (path: string) => readFileSync(join(manifestsFolder, path), 'utf8');

const rendered = new Map<Overlay, readonly Manifest[]>();

afterAll(removeTemporaryFolders);

describe('the sources of the manifests', () => {
  it('the probes call paths that every process answers', async () => {
    const server = await startHealthServer({ port: 0, registry: createMetrics('content').registry, ready: () => [] });
    const [deployment] = parseAllDocuments(read('base/service/deployment.yaml')).map((one) => one.toJS() as Manifest);
    const [container] = deployment!.spec!.template!.spec.containers;
    const paths = (['startupProbe', 'livenessProbe', 'readinessProbe'] as const).map(
      (kind) => container![kind]!.httpGet!.path,
    );
    for (const path of paths) {
      const { status } = await fetch(`http://127.0.0.1:${server.port}${path}`);
      expect([path, status]).toEqual([path, 200]);
    }
    expect(paths[2]).toBe('/health/ready');
    await server.close();
  });

  it('the manifests set only variables that a schema knows', () => {
    const known = settings.map(({ name }) => name);
    const literals = (readdirSync(manifestsFolder, { recursive: true }) as string[])
      .filter((path) => path.endsWith('kustomization.yaml'))
      .map((path) => parse(read(path)) as { configMapGenerator?: { literals?: string[] }[] })
      .flatMap(({ configMapGenerator = [] }) => configMapGenerator.flatMap((one) => one.literals ?? []));
    const names = literals.map((literal) => literal.split('=')[0]!);
    expect(names).toContain('NATS_URL');
    for (const name of names) expect(known).toContain(name);
  });

  it('NATS drops silent clients after the same time as local servers do', () => {
    const member = { name: 'nats-0', clusterPort: 6222, routePorts: [] };
    const ports = { port: 4222, monitorPort: 8222 };
    const local = natsConfiguration({ version: '2.15.2', durable: true, ...ports, storeDirectory: '/data', member });
    const pings = local.split('\n').filter((line) => line.startsWith('ping_'));
    expect(pings).toHaveLength(2);
    for (const line of pings) expect(read('overlays/scaled/server.conf')).toContain(`${line}\n`);
  });

  it('the manifests contain no secret and no registry name', () => {
    const files = (readdirSync(manifestsFolder, { recursive: true }) as string[]).filter((path) =>
      /\.ya?ml$/.test(path),
    );
    for (const path of files.filter((one) => !one.startsWith('secrets/') || one === 'secrets/kustomization.yaml')) {
      expect([path, /^kind: Secret$/m.test(read(path))]).toEqual([path, false]);
      expect([path, /(image|newName): *[\w-]+\.[\w.-]+\//.test(read(path))]).toEqual([path, false]);
    }
  });
});

// Only kustomize can render the overlays. Without it, only the tests of the sources run.
const whereRendered = hasKustomize() ? describe : describe.skip;
whereRendered('the rendered overlays (npm run tools builds kustomize, where Go is)', () => {
  beforeAll(() => {
    for (const overlay of overlays) rendered.set(overlay, renderOverlay(temporaryFolder(), overlay));
  });

  it.each(overlays)('the overlay %s agrees with the schemas of the services', (overlay) => {
    expect(manifestProblems(rendered.get(overlay)!)).toEqual([]);
  });

  it.each(mutations)('the check reports %s', (...mutation) => {
    const problem = mutation[4];
    expect(manifestProblems(applyMutation(rendered.get('scaled')!, mutation)).join('\n')).toContain(problem);
  });

  it('the overlay `scaled` has two processes of each service and three of each server', () => {
    const manifests = rendered.get('scaled')!;
    const replicas = Object.fromEntries(workloadsOf(manifests).map(({ name, replicas }) => [name, replicas]));
    for (const { metadata } of manifestsOfKind(manifests, 'Deployment'))
      expect([metadata.name, replicas[metadata.name]! >= 2]).toEqual([metadata.name, true]);
    expect(replicas).toMatchObject({ nats: 3, redis: 3 });
    for (const { metadata, data } of manifestsOfKind(manifests, 'ConfigMap'))
      if (/^settings-(?!gateway)/.test(metadata.name))
        expect(data).toMatchObject({ EVENT_STREAM_REPLICAS: '3', DATABASE_STANDBY: 'synchronous' });
    expect(manifestsOfKind(manifests, 'Cluster')[0]?.spec).toMatchObject({
      instances: 3,
      postgresql: { synchronous: { method: 'any', number: 1, dataDurability: 'required', failoverQuorum: true } },
    });
  });

  it('apart from calls to the media store, only the gateway reaches the internet', () => {
    const outgoing = allowedEdges(rendered.get('scaled')!).filter((edge) => edge.includes('-> internet'));
    expect([...new Set(outgoing)].sort()).toEqual([
      'service-content -> internet:443',
      'service-gateway -> internet:443',
      'service-gateway -> internet:80',
    ]);
  });
});
