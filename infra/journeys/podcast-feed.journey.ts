import type { AccountExport, OwnPodcastFeed, Podcast } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { beforeAll, expect, it } from '@jest/globals';
import { registerPeople } from './a-system.ts';
import { Client } from './client.ts';
import { eraseAccount } from './erase-account.ts';
import { grantRole } from './roles.ts';
import { untilReadyAndSettled } from './settled.ts';
import { logsOf, type System } from './system.ts';

/** Reads the feed as a podcast app, which has no session and knows only the feed's address. */
export const podcastFeedJourney = (system: System): void => {
  const app = new Client(system);
  const [creator, ambassador] = registerPeople(system, 'creator', 'ambassador');
  const addresses: string[] = [];
  let [kept, other, secret] = [] as unknown as [Podcast, Podcast, Podcast];

  const open = async (...episodes: Podcast[]) => {
    const path = await creator.openFeed(episodes.map(({ id }) => id));
    addresses.push(path);
    return path;
  };
  const statusOf = async (path: string) => (await app.call('GET', path)).status;
  const soundOf = (path: string, { id }: Podcast) => path.replace('.xml', `/${id}`);
  const titlesIn = (xml: string) => [...xml.matchAll(/<item><title>([^<]+)/g)].map(([, title]) => title);

  beforeAll(async () => {
    await grantRole(system, ambassador, 'ambassador');
    kept = await creator.publish('Night & day');
    other = await creator.publish('The second cup');
    secret = await creator.publish('Only for members');
  });

  it('a podcast feed contains only the episodes that its creator has chosen', async () => {
    expect((await app.call('GET', kept.mediaUrl)).status).toBe(401);
    const before = await creator.get<OwnPodcastFeed>(`/api/users/${creator.user.id}/podcast-feed`);
    expect(before).toEqual({ url: null, episodes: [] });
    const path = await open(kept, other);
    const { text } = await app.call('GET', path);
    expect(titlesIn(text)).toEqual(['The second cup', 'Night &amp; day']);
    expect(text).not.toContain(secret.id);
    const [enclosure] = /<enclosure url="[^"]*" length="\d+" type="[^"]*"/.exec(text) ?? [];
    expect(enclosure).toContain(soundOf(path, other));
    const sound = await app.call('GET', soundOf(path, kept), { headers: { range: 'bytes=0-3' } });
    expect([sound.status, sound.text]).toEqual([206, 'RIFF']);
    expect(await statusOf(soundOf(path, secret))).toBe(404);
    expect(await statusOf(path.replace('.xml', '/cover.png'))).toBe(200);
    for (const { mediaUrl } of [kept, secret]) expect((await app.call('GET', mediaUrl)).status).toBe(401);
    expect(await creator.get<AccountExport>(`/api/users/${creator.user.id}/export`)).toMatchObject({
      podcastFeeds: [{ path, episodes: [other.id, kept.id] }],
    });
  });

  it('a former address of a podcast feed answers 410', async () => {
    const path = await open(kept);
    const renewal = `/api/users/${creator.user.id}/podcast-feed/renew`;
    const { url } = await creator.expect<{ url: string }>('POST', renewal, { body: {} });
    const renewed = new URL(url).pathname;
    addresses.push(renewed);
    for (const former of [path, soundOf(path, kept)]) expect(await statusOf(former)).toBe(410);
    expect(await statusOf(soundOf(renewed, kept))).toBe(200);
    const own = `/api/users/${creator.user.id}/podcast-feed`;
    expect(await creator.expect('PUT', own, { body: { episodes: [] } })).toEqual({ url: null });
    for (const former of [renewed, soundOf(renewed, kept)]) expect(await statusOf(former)).toBe(410);
  });

  it('a podcast feed hides removed episodes, and all episodes of a hidden creator', async () => {
    const path = await open(kept, other);
    await creator.remove('podcast', other.id);
    expect(titlesIn((await app.call('GET', path)).text)).toEqual(['Night &amp; day']);
    expect(await statusOf(soundOf(path, other))).toBe(404);
    const isHidden = async () => {
      for (const hidden of [path, soundOf(path, kept), path.replace('.xml', '/cover.png')])
        expect([hidden, await statusOf(hidden)]).toEqual([hidden, 404]);
    };
    const { wipeId } = await ambassador.wipe(creator.user.id);
    await isHidden();
    await untilReadyAndSettled(system);
    await isHidden();
    await ambassador.undoWipe(wipeId);
    await untilReadyAndSettled(system);
    await eventually('the feed is back', async () => (await statusOf(path)) === 200);
    await creator.deleteAccount();
    await isHidden();
    await creator.login(creator.user.username);
    await untilReadyAndSettled(system);
    await eventually('the feed is back', async () => (await statusOf(path)) === 200);
  });

  it('no log contains the address of a feed, which answers 410 after the erasure', async () => {
    const logs = logsOf(system);
    for (const path of addresses) expect(logs).not.toContain(path.slice('/feeds/'.length, -'.xml'.length));
    const path = await open(kept);
    await eraseAccount(system, creator);
    await eventually('the feed is gone', async () => (await statusOf(path)) === 410);
  });
};
