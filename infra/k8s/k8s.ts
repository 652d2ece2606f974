import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSecrets } from '../containers/run-make-secrets.ts';
import { buildServices } from '../local/build.ts';
import { say } from '../local/progress.mjs';
import { installPythonProgram } from '../local/python-program.ts';
import { addCounts, type Counts, checkCounts, closingLine, noCounts } from '../local/test-counts.ts';
import { buildTool, kustomizeTool } from '../local/tools.ts';
import { clusterProblems } from './cloudnative-pg.ts';
import { type Manifest, manifestsOfKind } from './manifests.ts';
import { manifestsFolder, type Overlay, overlays, renderOverlay, sentinelAddresses } from './render.ts';

/** EX_USAGE of sysexits.h. */
const wrongUsageExit = 64;
const validator = '1.37.0';
/** The oldest version is the first one in which `sleep` in `preStop` is stable. */
const kubernetesVersions = ['1.34', '1.37'];

const usage = `npm run k8s -- check                 renders both overlays, and checks them against schemas and our rules
npm run k8s -- secrets OVERLAY       makes the secrets of small or scaled in infra/k8s/secrets, and keeps existing ones
npm run k8s -- secrets OVERLAY ACT   add-seal-key or use-seal-key, see docs/how-to/renew-the-seal-key.md`;

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
  const program = await installPythonProgram('kubernetes-validate', validator);
  if (!program) return skipped('kubernetes-validate could not be installed (it needs python3 with venv, and PyPI)');
  const file = join(folder, `${overlay}.yaml`);
  writeFileSync(file, manifests.map((manifest) => JSON.stringify(manifest)).join('\n---\n'));
  const counts: Counts[] = [];
  for (const version of kubernetesVersions) {
    const args = ['--strict', '--kubernetes-version', version, '--quiet', file];
    // Reads the output, because the exit code does not report an unknown kind.
    const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    const problems = `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
    counts.push(counted(`${overlay} against Kubernetes ${version}`, problems));
  }
  return addCounts(counts);
};

const checkOverlay = async (overlay: Overlay, folder: string): Promise<Counts> => {
  // The import is here, because the libraries of this module must be built first.
  const { manifestProblems } = await import('./rules.ts');
  const manifests = renderOverlay(join(folder, overlay), overlay);
  const clusters = manifestsOfKind(manifests, 'Cluster');
  const others = manifests.filter((manifest) => !clusters.includes(manifest));
  return addCounts([
    counted(`${overlay} against our rules`, manifestProblems(manifests)),
    counted(`${overlay} against CloudNativePG`, clusters.flatMap(clusterProblems)),
    await againstKubernetes(overlay, others, folder),
  ]);
};

export const checkManifests = async (): Promise<Counts> => {
  if (!(await buildTool(kustomizeTool)))
    return skipped('kustomize could not be built (it needs Go and its module proxy)');
  await buildServices();
  const folder = mkdtempSync(join(tmpdir(), 'hearsay-k8s-'));
  try {
    const counts: Counts[] = [];
    for (const overlay of overlays) counts.push(await checkOverlay(overlay, folder));
    return addCounts(counts);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const makeOperatorsSecrets = (overlay: Overlay, acts: readonly string[]): number => {
  const folder = join(manifestsFolder, 'secrets');
  // Protects the files by their folder, because all users of a container must be able to read the files.
  chmodSync(folder, 0o700);
  const { MEDIA_URL, REDIS_URL } = process.env;
  makeSecrets(folder, acts, { MEDIA_URL, REDIS_URL, REDIS_SENTINELS: sentinelAddresses[overlay] });
  if (/^MEDIA_URL=.*@minio:/m.test(readFileSync(join(folder, 'content/secrets.env'), 'utf8'))) {
    console.error(
      `MEDIA_URL must name an S3 store: MEDIA_URL=s3://KEY:SECRET@HOST/BUCKET npm run k8s -- secrets ${overlay}`,
    );
    return wrongUsageExit;
  }
  say(`The secrets are in ${folder}. Keep a copy of ledger/secrets.json apart from the data.`);
  return 0;
};

export const main = async ([command, name, ...acts]: string[]): Promise<number> => {
  if (command === 'check') {
    const counts = await checkManifests();
    console.log(closingLine(counts));
    return counts.failed === 0 ? 0 : 1;
  }
  const overlay = overlays.find((one) => one === name);
  if (command === 'secrets' && overlay) return makeOperatorsSecrets(overlay, acts);
  console.log(usage);
  return command === undefined ? 0 : wrongUsageExit;
};
