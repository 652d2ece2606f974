import { describe, expect, it } from '@jest/globals';
import { KnownBrowsers } from './password-door.js';

const browsers = new KnownBrowsers(Buffer.alloc(32, 1));
const of = (username: string, generation = 'first') => ({ username, generation });
const kept = (setCookie: string) => setCookie.split(';')[0];

describe('a known browser', () => {
  it('is known for its account in any spelling of the name, and for no other', () => {
    const header = kept(browsers.remember(undefined, of('Nora'), false));
    expect(browsers.idOf(header, of(' NORA'), false)).toMatch(/^[\w-]{22}$/);
    expect(browsers.idOf(header, of('max'), false)).toBeNull();
    expect(header).not.toMatch(/nora/i);
  });

  it('keeps its id, and remembers the last five people', () => {
    const people = ['one', 'two', 'three', 'four', 'five', 'six'];
    let header: string | undefined;
    for (const username of people) header = kept(browsers.remember(header, of(username), false));
    const known = people.filter((username) => browsers.idOf(header, of(username), false) !== null);
    expect(known).toEqual(people.slice(1));
    const id = browsers.idOf(header, of('two'), false);
    header = kept(browsers.remember(header, of('two'), false));
    expect(browsers.idOf(header, of('two'), false)).toBe(id);
    expect(browsers.idOf(kept(browsers.remember(header, of('seven'), false)), of('two'), false)).toBe(id);
  });

  it('is unknown after a change of the account’s password', () => {
    const header = kept(browsers.remember(undefined, of('nora'), false));
    expect(browsers.idOf(header, of('nora', 'second'), false)).toBeNull();
    const renewed = kept(browsers.remember(header, of('nora', 'second'), false));
    expect(browsers.idOf(renewed, of('nora', 'second'), false)).not.toBeNull();
    expect(browsers.idOf(renewed, of('nora'), false)).not.toBeNull();
  });

  it('cannot be forged', () => {
    const forged = kept(new KnownBrowsers(Buffer.alloc(32, 2)).remember(undefined, of('nora'), false))!;
    const [id, mac] = forged.split('=')[1]!.split('.');
    const other = `${'A'.repeat(22)}.${mac}`;
    for (const value of [`${id}.${mac}`, `${id}.`, `${id}`, 'x', '.', ':', `${id}.${mac}.${mac}`, other])
      expect(browsers.idOf(`hearsay_browser=${value}`, of('nora'), false)).toBeNull();
  });

  it('has a cookie for a year, hidden from scripts and under TLS bound to its host', () => {
    expect(browsers.remember(undefined, of('nora'), true)).toMatch(
      /^__Host-hearsay_browser=[\w-]{22}\.[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(browsers.idOf(kept(browsers.remember(undefined, of('nora'), false)), of('nora'), true)).toBeNull();
  });
});
