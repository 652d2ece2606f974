import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { repository } from '../local/paths.mjs';
import { pages, settings } from './configuration.ts';

describe('the configuration', () => {
  it.each(Object.entries(pages))('%s equals the output of `npm run configuration`', (path, text) => {
    expect(readFileSync(join(repository, path), 'utf8')).toBe(text);
  });

  it('the configuration describes every variable', () => {
    expect(settings.filter(({ description }) => description === '').map(({ name }) => name)).toEqual([]);
  });

  it('the configuration gives a variable the same meaning in all services that read it', () => {
    expect(settings.find(({ name }) => name === 'NATS_URL')).toMatchObject({
      isRequired: true,
      readers: expect.arrayContaining(['gateway', 'content']),
    });
    expect(settings.find(({ name }) => name === 'HEALTH_HOST')).toMatchObject({
      isRequired: false,
      fallback: '127.0.0.1',
    });
    expect(settings.find(({ name }) => name === 'SEALED_AUTHOR_KEYS')?.readers).not.toContain('gateway');
  });
});
