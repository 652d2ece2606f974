import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSecrets } from '../containers/run-make-secrets.ts';
import { buildServices } from '../local/build.ts';
import { say } from '../local/progress.mjs';
import { pythonProgram } from '../local/python-program.ts';
import { addCounts, type Counts, checkCounts, closingLine, noCounts } from '../local/test-counts.ts';
import { buildTool, kustomize } from '../local/tools.ts';
import { clusterProblems } from './cloudnative-pg.ts';
import { type Manifest, ofKind } from './manifests.ts';
import { copyWithSecrets, manifestsFolder, type Overlay, overlays, render } from './render.ts';

const validator = '1.37.0';
/** The oldest has the `sleep` before a stop as a stable feature. */
const kubernetesVersions = ['1.34', '1.37'];

const usage = `npm run k8s -- check              renders both overlays, and checks them against schemas and our rules
npm run k8s -- secrets            makes the secrets in infra/k8s/secrets, and keeps existing ones
npm run k8s -- secrets ACT        add-seal-key or use-seal-key, see docs/how-to/renew-the-seal-key.md`;

const skipped = (reason: string): Counts => {
  say(`  skipped: ${reason}`);
  return { ...noCounts, skipped: 1 };
};

const counted = (what: string, problems: readonly string[]): Counts => {
  say(`  ${what}: ${problems.length === 0 ? 'ok' : 'FAILED'}`);
  for (const problem of problems) say(`    ${problem}`);
  return checkCounts(problems.length);
};

const againstKubernetes = async (overlay: Overlay, manifests: readonly Manifest[], folder: string): Promise<Counts> => {
  const program = await pythonProgram('kubernetes-validate', validator);
  if (!program) return skipped('kubernetes-validate could not be installed (it needs python3 with venv, and PyPI)');
  const file = join(folder, `${overlay}.yaml`);
  writeFileSync(file, manifests.map((manifest) => JSON.stringify(manifest)).join('\n---\n'));
  const counts: Counts[] = [];
  for (const version of kubernetesVersions) {
    const args = ['--strict', '--kubernetes-version', version, '--quiet', file];
    // It reports a kind that it does not know in its output alone.
    const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    const problems = `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
    counts.push(counted(`${overlay} against Kubernetes ${version}`, problems));
  }
  return addCounts(counts);
};

const checkOverlay = async (overlay: Overlay, folder: string): Promise<Counts> => {
  // Imported late, because it needs the built libraries.
  const { problemsOf } = await import('./rules.ts');
  const manifests = render(folder, overlay);
  const databases = readFileSync(join(folder, 'secrets/postgres/databases.sql'), 'utf8');
  const clusters = ofKind(manifests, 'Cluster');
  const others = manifests.filter((manifest) => !clusters.includes(manifest));
  return addCounts([
    counted(`${overlay} against our rules`, problemsOf(manifests, databases)),
    counted(`${overlay} against CloudNativePG`, clusters.flatMap(clusterProblems)),
    await againstKubernetes(overlay, others, folder),
  ]);
};

export const checkManifests = async (): Promise<Counts> => {
  if (!(await buildTool(kustomize))) return skipped('kustomize could not be built (it needs Go and its module proxy)');
  await buildServices();
  const folder = mkdtempSync(join(tmpdir(), 'hearsay-k8s-'));
  try {
    copyWithSecrets(folder);
    const counts: Counts[] = [];
    for (const overlay of overlays) counts.push(await checkOverlay(overlay, folder));
    return addCounts(counts);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

export const main = async ([command, ...args]: string[]): Promise<number> => {
  if (command === 'check') {
    const counts = await checkManifests();
    console.log(closingLine(counts));
    return counts.failed === 0 ? 0 : 1;
  }
  if (command !== 'secrets') {
    console.log(usage);
    return command === undefined || command === '--help' ? 0 : 64;
  }
  const folder = join(manifestsFolder, 'secrets');
  mkdirSync(folder, { recursive: true });
  // Files in it are readable by all users, as containers need.
  chmodSync(folder, 0o700);
  const { MEDIA_URL, REDIS_URL } = process.env;
  makeSecrets(folder, args, { MEDIA_URL, REDIS_URL });
  if (/^MEDIA_URL=.*@minio:/m.test(readFileSync(join(folder, 'content/secrets.env'), 'utf8'))) {
    console.error('MEDIA_URL must name an S3 store: MEDIA_URL=s3://KEY:SECRET@HOST/BUCKET npm run k8s -- secrets');
    return 64;
  }
  say(`The secrets are in ${folder}. Keep a copy of ledger/secrets.json apart from the data.`);
  return 0;
};
