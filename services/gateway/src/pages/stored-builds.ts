import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '@hearsay/contracts';
import type { MediaStore } from '@hearsay/media-store';

const keptForMs = 7 * 24 * 3600_000;
/** The object that lists the builds. */
const listKey = 'web-builds';

interface Build {
  readonly files: readonly string[];
  /** ISO instant at which a gateway of another build started. Null for the newest build. */
  readonly replacedAt: string | null;
}

const keyOf = (file: string): string => `web-${file}`;
const orMissing = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return undefined;
    throw error;
  }
};

/**
 * Keeps the files of this build and of earlier builds in the media store, which all gateways share. During an upgrade,
 * each gateway can then serve files to pages of the other build. Names hold a hash, so equal names mean equal files.
 */
export class StoredBuilds {
  constructor(
    private readonly store: MediaStore,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Adds this build repeatedly until the stored list contains it. The store may be away at first, or a gateway of
   * another build that starts in the same second may overwrite the list.
   */
  async addUntilListed(folder: string, onFailure: (error: unknown) => void, everyMs = 60_000): Promise<void> {
    for (let isListed = false; !isListed; ) {
      await pause(everyMs, undefined, { ref: false });
      isListed = await this.addBuild(folder).catch((error: unknown) => {
        onFailure(error);
        return false;
      });
    }
  }

  /**
   * Adds the files in a folder as the newest build. Removes the files of builds that were replaced a week ago.
   * @returns whether the list already had this build
   */
  async addBuild(folder: string): Promise<boolean> {
    const files = (await readdir(folder)).filter((name) => !/\.(br|gz)$/.test(name)).sort();
    const listed = await this.#listed();
    const isOwn = (build: Build) => build.files.join() === files.join();
    const now = new Date(this.now()).toISOString();
    const earlier = listed
      .filter((build) => !isOwn(build))
      .map((build) => ({ ...build, replacedAt: build.replacedAt ?? now }));
    const isOutdated = ({ replacedAt }: Build) => this.now() - Date.parse(replacedAt ?? now) > keptForMs;
    const builds: Build[] = [{ files, replacedAt: null }, ...earlier.filter((build) => !isOutdated(build))];
    const kept = new Set(builds.flatMap((build) => build.files));
    const wasListed = listed.some(isOwn);
    if (!wasListed)
      await Promise.all(files.map(async (file) => this.store.write(keyOf(file), await readFile(join(folder, file)))));
    const outdated = earlier.filter(isOutdated).flatMap((build) => build.files);
    await Promise.all(outdated.filter((file) => !kept.has(file)).map((file) => this.store.remove(keyOf(file))));
    await this.store.write(listKey, Buffer.from(JSON.stringify(builds)));
    return wasListed;
  }

  /** @throws Refusal `not_found`, or `unavailable` when the store is away */
  async read(file: string): Promise<Readable> {
    if (!/^[\w.-]{1,90}$/.test(file)) throw new Refusal('not_found');
    return this.store.read(keyOf(file));
  }

  async #listed(): Promise<readonly Build[]> {
    const list = await orMissing(this.store.read(listKey));
    return list ? (JSON.parse(await text(list)) as readonly Build[]) : [];
  }
}
