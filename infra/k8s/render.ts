import { execFileSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { makeSecrets } from '../containers/run-make-secrets.ts';
import { repository } from '../local/paths.mjs';
import { toolsDirectory } from '../local/servers/packages.ts';
import type { Manifest } from './manifests.ts';

export const overlays = ['small', 'scaled'] as const;
export type Overlay = (typeof overlays)[number];

/** Addresses of the Sentinels of Redis. Without them the services connect to Redis directly. */
export const sentinelAddresses: Readonly<Record<Overlay, string>> = {
  small: '',
  scaled: [0, 1, 2].map((pod) => `redis-${pod}.redis:26379`).join(','),
};

export const manifestsFolder = join(repository, 'infra/k8s');
const secretsFolder = join(manifestsFolder, 'secrets');

const program = join(toolsDirectory, 'kustomize');
/** True if kustomize is built. `npm run tools` and `npm run k8s -- check` build it if Go is installed. */
export const hasKustomize = (): boolean => existsSync(program);

/** Copies the manifests into `folder` and makes new secrets there, because the operator's secrets must not be used. */
const copyWithSecrets = (folder: string, overlay: Overlay): void => {
  const isManifest = (path: string) => dirname(path) !== secretsFolder || basename(path) === 'kustomization.yaml';
  cpSync(manifestsFolder, folder, { recursive: true, filter: isManifest });
  makeSecrets(join(folder, 'secrets'), [], {
    MEDIA_URL: 's3://key:secret@media.example/hearsay',
    REDIS_SENTINELS: sentinelAddresses[overlay],
  });
};

/** Renders an overlay in an empty folder. @throws with kustomize's message */
export const renderOverlay = (folder: string, overlay: Overlay): Manifest[] => {
  copyWithSecrets(folder, overlay);
  const text = execFileSync(program, ['build', join(folder, 'overlays', overlay)], {
    encoding: 'utf8',
    stdio: 'pipe',
  });
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
};
