import type { Discussion, FeedItem, Podcast, Profile, Wipe, WipeStart } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { beforeAll, expect, it } from '@jest/globals';
import { takeSnapshot } from './api-snapshot.ts';
import { Client, registerNewcomers } from './client.ts';
import { grantRole } from './roles.ts';
import { untilReadyAndSettled } from './settled.ts';
import { killAndAwaitRestart, type System } from './system.ts';
import { registerPeople } from './system-for-block.ts';

export const killedActsJourney = (system: System): void => {
  const [asker, ambassador, ...people] = registerPeople(system, 'asker', 'ambassador', 'one', 'two', 'three', 'four');

  beforeAll(() => grantRole(system, ambassador, 'ambassador'));

  /** Starts all acts at the same time, and kills the process `role` after the first answer. */
  const amongst = async (role: string, acts: readonly (() => Promise<unknown>)[]): Promise<void> => {
    const running = acts.map((act) => act());
    await Promise.race(running);
    await killAndAwaitRestart(system, role);
    await Promise.all(running);
  };

  it.each(['content', 'moderation', 'engagement', 'gateway'])(
    'no act is left half done when %s is killed',
    async (role) => {
      const [subject, target] = await registerNewcomers(system.url, 'subject', 'target');
      const room = await asker.ask({ title: `Who is still here without ${role}?` });
      const own = [
        await subject.ask({ title: `Mine, without ${role}` }),
        await subject.ask({ title: `Mine too, without ${role}` }),
      ];
      const said: Discussion[] = [];
      for (let turn = 0; turn < 24; turn += 1) said.push(await subject.say(room.id, `Turn ${turn}`));
      await asker.say(own[0]!.id, 'And I am under it');
      await Promise.all([
        asker.boost('question', own[0]!.id),
        ...people.map((person) => person.boost('discussion', said[0]!.id)),
      ]);
      const asked = await Promise.all(
        people.map((person, index) => person.ask({ title: `To you, ${index}`, targetUserId: target.user.id })),
      );
      await untilReadyAndSettled(system);
      const look = () =>
        takeSnapshot(new Client(system), {
          people: [subject, asker],
          questionIds: [room.id, ...own.map(({ id }) => id)],
          told: subject,
        });
      const before = await look();

      let wipe: WipeStart | undefined;
      const episodes: Podcast[] = [];
      const approve = asked.map(
        ({ id }, index) =>
          () =>
            index % 2 === 0 ? target.approve(id) : target.approveWithReply(id, 'At once', 1),
      );
      const passOn = people.map((person) => async () => {
        for (let turn = 0; turn < 3; turn += 1) {
          await person.repost('question', room.id, `Turn ${turn}`);
          if (turn < 2) await person.removeRepost(room.id);
        }
      });
      const publish = async () => {
        episodes.push(await target.publish(`Heard without ${role}`));
      };
      const takeAway = async () => {
        wipe = await ambassador.wipe(subject.user.id);
      };
      await amongst(role, [takeAway, publish, ...approve, ...passOn]);
      const wipePath = `/api/admin/wipes/${wipe!.wipeId}`;
      const isAt = (status: Wipe['status']) => async () => {
        const now = await ambassador.get<Wipe>(wipePath);
        return now.status === status && now.done === now.total;
      };
      expect(wipe!.counts).toMatchObject({ questions: 2, discussions: 24 });
      for (const { id } of own) expect((await asker.call('GET', `/api/questions/${id}`)).status).toBe(404);
      expect((await asker.question(room.id)).discussions).toEqual([]);
      await eventually('all is gone', isAt('done'));
      await untilReadyAndSettled(system);
      expect(await asker.question(room.id)).toMatchObject({ discussionCount: 0, repostCount: people.length });
      for (const { id } of asked) {
        const { entries } = await target.room(id, 0);
        expect(entries.filter(({ entry }) => entry === 'approved')).toHaveLength(1);
        expect(entries.map(({ number }) => number)).toEqual(entries.map((_, index) => index + 1));
      }
      const published = await target.get<FeedItem[]>(`/api/users/${target.user.id}/content`);
      expect(published.map(({ id }) => id)).toEqual(episodes.map(({ id }) => id));
      expect((await asker.call('GET', episodes[0]!.mediaUrl)).status).toBe(200);
      for (const person of people) {
        const reposted = (await person.get<Profile>(`/api/users/${person.user.id}`)).reposts.filter(
          ({ id }) => id === room.id,
        );
        expect(reposted.map(({ repostData }) => repostData?.repostText)).toEqual(['Turn 2']);
      }

      await amongst(role, [
        () => ambassador.undoWipe(wipe!.wipeId),
        ...people.map((person) => () => person.removeRepost(room.id)),
      ]);
      await eventually('all is back', isAt('undone'));
      await untilReadyAndSettled(system);
      const news = Object.keys(before).filter((what) => !/feed|inbox/.test(what));
      const after = await look();
      for (const what of news) expect([what, after[what]]).toEqual([what, before[what]]);
    },
  );
};
