import { mkdirSync, readFileSync, readlinkSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { removeTemporaryFolders, temporaryFolder } from '../tests/temporary-folders.ts';
import { isRecentNats, makeLibraryLinks } from './binaries.ts';

afterEach(removeTemporaryFolders);

describe("the links between PostgreSQL's libraries", () => {
  const unpackedPackage = () => {
    const root = join(temporaryFolder(), 'package');
    mkdirSync(join(root, 'native/lib'), { recursive: true });
    writeFileSync(join(root, 'native/lib/libpq.so.5.18'), 'a library');
    const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
    writeFileSync(join(root, 'native/pg-symlinks.json'), JSON.stringify(links));
    return { root, link: join(root, 'native/lib/libpq.so.5') };
  };

  it('links still lead to the libraries after the checkout was moved', () => {
    const { root } = unpackedPackage();
    makeLibraryLinks(root);
    renameSync(root, `${root}-moved`);
    expect(readFileSync(join(`${root}-moved`, 'native/lib/libpq.so.5'), 'utf8')).toBe('a library');
  });

  it.each([
    ['dangles', '/nowhere/libpq.so.5.18'],
    ['is absolute', undefined],
  ])('links are made again if one %s', (_, target) => {
    const { root, link } = unpackedPackage();
    symlinkSync(target ?? join(root, 'native/lib/libpq.so.5.18'), link);
    makeLibraryLinks(root);
    expect(readlinkSync(link)).toBe('libpq.so.5.18');
  });
});

describe('a NATS server', () => {
  it.each([
    ['2.9.10', false],
    ['2.10.27', false],
    ['2.11.0', true],
    ['2.15.2', true],
    ['3.0.0', true],
  ])('NATS %s counts as recent: %s', (version, expected) => {
    expect(isRecentNats(version)).toBe(expected);
  });
});
