import type { IncomingMessage } from 'node:http';
import { Refusal } from '@hearsay/contracts';
import { expect, it } from '@jest/globals';
import { OriginCheck } from '../access/origin-check.js';
import { checkUpgrade } from './sockets.js';

const origins = new OriginCheck({ warn: () => undefined });
const viewer = { accountId: 'me', isAmbassador: false, isSpotlight: false, tokenHash: 'hash' };
const own = async () => viewer;
const visitor = async () => null;
const unknown = () => Promise.reject(new Refusal('unavailable'));

it.each([
  ['opens', '/ws', {}, own, viewer],
  ['opens for a visitor', '/ws', {}, visitor, null],
  ['opens with the own id', '/ws?userId=me', {}, own, viewer],
  ['opens with an empty id', '/ws?userId=', {}, own, viewer],
  ['opens from the own page', '/ws', { origin: 'https://hearsay.example' }, own, viewer],
  ['is not there at another path', '/ws/more', {}, own, 'not_found'],
  ['is not there at a broken path', '//', {}, own, 'not_found'],
  ['is not there for another protocol', '/ws', { upgrade: 'h2c' }, own, 'not_found'],
  ['is refused to another site', '/ws', { origin: 'https://hearsay.example.evil.example' }, own, 'forbidden'],
  ['is refused to another scheme', '/ws', { origin: 'http://hearsay.example' }, own, 'forbidden'],
  ['is refused to nonsense as Origin', '/ws', { origin: 'nonsense' }, own, 'forbidden'],
  ['is refused with the id of another person', '/ws?userId=you', {}, own, 'forbidden'],
  ['needs a session for an id', '/ws?userId=me', {}, visitor, 'unauthenticated'],
  ['treats no person as a visitor while identity is down', '/ws', {}, unknown, 'unavailable'],
])('an upgrade %s', async (_rule, url, headers, find, outcome) => {
  const request = { method: 'GET', url, headers: { upgrade: 'websocket', ...headers } } as unknown as IncomingMessage;
  const site = { host: 'hearsay.example', isOverTls: true };
  const checked = checkUpgrade(request, site, origins, find).catch((error: Refusal) => error.code);
  expect(await checked).toEqual(outcome);
});
