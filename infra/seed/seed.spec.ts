import { limits } from '@hearsay/contracts';
import { defaultDailyCaps, gradientPresets, isAuraUnlocked, levelForXp, xpAmounts } from '@hearsay/game-rules';
import { describe, expect, it } from '@jest/globals';
import { stories } from './community.ts';
import { episodes } from './episodes.ts';
import { awardsOf, expect as expectation, grantsOf } from './expectation.ts';
import { lighthouseFilm } from './films.ts';
import { loginKeys, people } from './people.ts';
import { planCommunity } from './plan.ts';
import { profiles } from './profiles.ts';
import type { Subject } from './scene-plan.ts';
import { readScript } from './script.ts';
import { sampleRate, soundOf } from './sounds.ts';
import { guest } from './stories/story.ts';

const plan = planCommunity(people, stories);
const minute = 60;
const day = 24 * 60 * minute;
const final = expectation(plan, { readAgoSeconds: 1.5 * day, onlyUntilThen: false });

describe('the plan of the community', () => {
  it('is the same every time', () => {
    expect(planCommunity(people, stories)).toEqual(plan);
  });

  it('has people and questions in numbers, each once', () => {
    expect(people.length).toBeGreaterThanOrEqual(30);
    expect(new Set(people.map((person) => person.username.toLowerCase())).size).toBe(people.length);
    expect(new Set(people.map((person) => person.key)).size).toBe(people.length);
    expect(stories.filter(({ to }) => to === undefined).length).toBeGreaterThanOrEqual(60);
    expect(new Set(stories.map((story) => story.title)).size).toBe(stories.length);
  });

  it('has questions of every fate for everybody who can be logged in as', () => {
    const fates = stories.flatMap(({ to, decided }) => {
      if (to === undefined) return [];
      return `${to} ${decided?.as ?? 'waiting'}${decided?.answer ? ' with an answer' : ''}`;
    });
    for (const key of Object.values(loginKeys))
      for (const fate of ['waiting', 'approved with an answer']) expect(fates).toContain(`${key} ${fate}`);
    for (const fate of ['ignored', 'approved']) expect(fates).toContain(`maya ${fate}`);
    expect(stories.filter(({ by, decided }) => by === guest && !decided).length).toBeGreaterThanOrEqual(3);
    // Nobody talks or boosts before the one who was asked has agreed.
    for (const { to, decided, chat, boosts, asked } of stories.filter((story) => story.to !== undefined)) {
      expect(to).not.toBe(guest);
      if (decided) expect(decided.ago).toBeLessThan(asked);
      if (decided?.as !== 'approved') expect([chat, boosts]).toEqual(['', 0]);
    }
    const answers = final.questions.flatMap(({ boostCount }, index) => {
      const threshold = stories[index]!.decided?.answer?.threshold;
      return threshold === undefined ? [] : [boostCount >= threshold];
    });
    expect(new Set(answers)).toEqual(new Set([true, false]));
  });

  it('gives each login every kind of news that it can get, some of it new', () => {
    const isNew = ({ ago }: { ago: number }) => ago < 1.5 * day;
    const owns = (key: string, about: Subject): boolean =>
      'episode' in about
        ? episodes[about.episode]!.by === key
        : (about.line === null
            ? plan.stories[about.story]!.story.by
            : plan.stories[about.story]!.lines[about.line]!.by) === key;
    for (const key of Object.values(loginKeys)) {
      const scenes = plan.scenes.filter(({ by }) => by !== key);
      expect(scenes.some((scene) => scene.kind === 'follow' && scene.whom === key && isNew(scene))).toBe(true);
      expect(scenes.some((scene) => scene.kind === 'repost' && owns(key, scene.about))).toBe(true);
      expect(plan.stories.some(({ story }) => story.to === key && story.asked < 1.5)).toBe(true);
      const filed = plan.scenes.flatMap((scene) => (scene.kind === 'report' && scene.by === key ? [scene.report] : []));
      expect(scenes.some((scene) => scene.kind === 'resolve' && filed.includes(scene.report))).toBe(true);
    }
    const reports = plan.scenes.filter(({ kind }) => kind === 'report');
    const resolved = plan.scenes.filter(({ kind }) => kind === 'resolve');
    expect(resolved.length).toBeGreaterThanOrEqual(3);
    expect(reports.length - resolved.length).toBeGreaterThanOrEqual(3);
  });

  it('lets people do only what can be done with what is there', () => {
    const joined = new Map(people.map((person) => [person.key, person.joined * day]));
    const begun = ({ story, line }: { story: number; line: number | null }): number =>
      plan.acts.find(
        (act) =>
          act.story === story &&
          (line === null ? act.kind !== 'ask' || !stories[story]!.to : act.kind === 'reply' && act.line === line),
      )!.ago;
    const published = new Map(episodes.map((episode, index) => [index, Math.round(episode.published * day)]));
    const once = new Set<string>();
    for (const { ago, ...scene } of plan.scenes) {
      expect(joined.get(scene.by)).toBeGreaterThan(ago);
      expect(ago).toBeGreaterThan(0);
      expect(once).not.toContain(JSON.stringify(scene));
      once.add(JSON.stringify(scene));
      if (scene.kind === 'follow')
        expect([joined.get(scene.whom)! > ago, scene.whom === scene.by]).toEqual([true, false]);
      if ('episode' in scene && scene.kind !== 'publish') expect(published.get(scene.episode)).toBeGreaterThan(ago);
      if ('about' in scene)
        expect('episode' in scene.about ? published.get(scene.about.episode) : begun(scene.about)).toBeGreaterThan(ago);
      if (scene.kind === 'publish') expect(people.find(({ key }) => key === scene.by)?.isCreator).toBe(true);
      if (scene.kind === 'resolve') expect(people.find(({ key }) => key === scene.by)?.role).toBe('ambassador');
    }
  });

  it('dresses people in what they may wear', () => {
    const grants = grantsOf(plan, final);
    for (const { key, aura, link, gradient } of profiles) {
      const person = people.find((other) => other.key === key)!;
      const owner = {
        level: levelForXp((final.earned.get(key) ?? 0) + (grants.get(key) ?? 0)),
        isAmbassador: person.role === 'ambassador',
        isSpotlight: person.role === 'spotlight',
      };
      expect([key, isAuraUnlocked(aura ?? 'none', owner)]).toEqual([key, true]);
      if (link !== undefined) expect(person.role).toBeDefined();
      expect(gradientPresets.map(({ name }) => name)).toContain(gradient);
    }
  });

  it('has several long chats with threads, many voices and anonymous ones', () => {
    const long = plan.stories.filter(({ lines }) => lines.length >= 30 && lines.length <= 80);
    expect(long.length).toBeGreaterThanOrEqual(5);
    for (const { lines } of long) {
      expect(new Set(lines.map((line) => line.by)).size).toBeGreaterThanOrEqual(15);
      expect(lines.filter((line) => line.parent !== null).length).toBeGreaterThanOrEqual(8);
    }
    expect(long.some(({ lines }) => lines.some((line) => line.isAnonymous))).toBe(true);
  });

  it('shows confession mode at every stage', () => {
    const stages = plan.stories.flatMap(({ story }, index) => {
      if (story.threshold === undefined) return [];
      const reachedAgo = plan.acts.filter((act) => act.kind === 'boost' && act.line === null && act.story === index)[
        story.threshold - 1
      ]?.ago;
      if (reachedAgo !== undefined)
        return [reachedAgo < 3 * 60 * minute ? 'just revealed' : reachedAgo > 3 * day ? 'long open' : 'open'];
      const part = story.boosts / story.threshold;
      return [
        part === 0
          ? 'untouched'
          : story.boosts === story.threshold - 1
            ? 'nearly'
            : part >= 0.4 && part <= 0.6
              ? 'half'
              : 'begun',
      ];
    });
    for (const stage of ['untouched', 'half', 'nearly', 'just revealed', 'long open']) {
      expect(`${stage} ${stages.filter((found) => found === stage).length >= 2}`).toBe(`${stage} true`);
    }
  });

  it('has public and anonymous questions, with and without description, with and without confession mode', () => {
    const forms = new Set(
      stories.map(
        (story) => `${story.isAnonymous ?? false} ${story.description !== undefined} ${story.threshold !== undefined}`,
      ),
    );
    for (const form of ['false false false', 'false true false', 'false true true', 'true true true'])
      expect(forms).toContain(form);
    expect(stories.filter((story) => story.isAnonymous).length).toBeGreaterThanOrEqual(10);
    expect(stories.filter((story) => story.description === undefined).length).toBeGreaterThanOrEqual(10);
  });

  it('reaches every level, and grants only what acts do not bring', () => {
    const grants = grantsOf(plan, final);
    const levels = people.map(({ key }) => levelForXp((final.earned.get(key) ?? 0) + (grants.get(key) ?? 0)));
    expect(new Set(levels)).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));
    for (const amount of grants.values()) expect(amount).toBeGreaterThan(0);
  });

  it('stays below every daily cap, so that the order of arrival can not matter', () => {
    const awards = awardsOf(plan);
    for (const { rule, to, ago } of awards) {
      const inOneDay = awards.filter(
        (other) => other.rule === rule && other.to === to && other.ago <= ago && other.ago > ago - day,
      );
      const sum = inOneDay.length * xpAmounts[rule];
      expect(sum).toBeLessThanOrEqual(defaultDailyCaps[rule] ?? Number.POSITIVE_INFINITY);
    }
  });

  it('lets people act after they have joined and in the past only, once per boost', () => {
    const joined = new Map(people.map((person) => [person.key, person.joined * day]));
    for (const act of plan.acts) {
      if (act.by !== guest) expect(joined.get(act.by)).toBeGreaterThan(act.ago);
      expect(act.ago).toBeGreaterThan(0);
    }
    const boosts = plan.acts.filter((act) => act.kind === 'boost').map((act) => `${act.by} ${act.story} ${act.line}`);
    expect(new Set(boosts).size).toBe(boosts.length);
    const asked = new Set<number>();
    for (const act of plan.acts) {
      if (act.kind === 'ask') asked.add(act.story);
      expect(asked.has(act.story)).toBe(true);
    }
  });

  it('keeps everybody in one form per question, so that nobody unmasks themself', () => {
    for (const { story, lines } of plan.stories) {
      const forms = new Map<string, boolean>([[story.by, story.isAnonymous ?? false]]);
      for (const line of lines) {
        expect(`${story.title} ${line.by} ${forms.get(line.by) ?? line.isAnonymous}`).toBe(
          `${story.title} ${line.by} ${line.isAnonymous}`,
        );
        forms.set(line.by, line.isAnonymous);
        expect(story.refusesAnonymousReplies && line.isAnonymous).not.toBe(true);
      }
    }
  });

  it('fits the limits of the product', () => {
    for (const { story, lines } of plan.stories) {
      expect(story.title.length).toBeLessThanOrEqual(limits.title);
      expect(story.threshold ?? 1).toBeLessThanOrEqual(limits.confessionThreshold.max);
      for (const line of lines) expect(line.words.length).toBeLessThanOrEqual(limits.chatMessage);
    }
  });

  it('has a login for each role', () => {
    expect(Object.values(loginKeys).map((key) => people.find((person) => person.key === key)?.role)).toEqual([
      undefined,
      'ambassador',
      'spotlight',
    ]);
  });
});

describe('a chat script', () => {
  it('knows names, masks, answers and boosts', () => {
    expect(readScript('\nmaya +3: Hello: you\n(noor) > maya: Me?\n', 'bea')).toEqual([
      { by: 'maya', isAnonymous: false, parent: null, boosts: 3, words: 'Hello: you' },
      { by: 'noor', isAnonymous: true, parent: 0, boosts: null, words: 'Me?' },
    ]);
  });

  it('refuses what it does not understand', () => {
    expect(() => readScript('maya says hello', 'bea')).toThrow('Not a line of a chat');
    expect(() => readScript('maya > noor: Me?', 'bea')).toThrow('Nobody called noor');
  });
});

describe('a sound of the seed', () => {
  const seconds = 6;
  const loudest = (samples: Int16Array): number => {
    let most = 0;
    for (const sample of samples) most = Math.max(most, Math.abs(sample));
    return most;
  };

  it.each([...new Set(episodes.flatMap((episode) => ('sound' in episode ? [episode.sound] : [])))])(
    '%s is heard from beginning to end, and is the same every time',
    (kind) => {
      const sound = soundOf(kind, seconds, 'a test');
      expect(Buffer.from(sound).equals(Buffer.from(soundOf(kind, seconds, 'a test')))).toBe(true);
      const samples = new Int16Array(sound.buffer, 44);
      expect(samples).toHaveLength(seconds * sampleRate);
      for (let from = 1; from < seconds - 2; from += 1) {
        expect(loudest(samples.subarray(from * sampleRate, (from + 2) * sampleRate))).toBeGreaterThan(300);
      }
      expect(loudest(samples)).toBeGreaterThan(20_000);
    },
  );
});

describe('a film of the seed', () => {
  it('is small, is the same every time and has a picture for every frame of its length', async () => {
    const [film, again] = [await lighthouseFilm(9), await lighthouseFilm(9)];
    expect(Buffer.from(film).equals(Buffer.from(again))).toBe(true);
    expect(film.length).toBeLessThan(1024 * 1024);
    const bytes = Buffer.from(film);
    // WebM begins with the mark of EBML; every frame is a block of its own, which begins with track 1, and a key frame of VP8 has its start code.
    expect(bytes.readUInt32BE(0)).toBe(0x1a45dfa3);
    const startCode = Buffer.from([0x9d, 0x01, 0x2a, 480 & 0xff, 480 >> 8, 270 & 0xff, 270 >> 8]);
    let frames = 0;
    for (let at = bytes.indexOf(startCode); at !== -1; at = bytes.indexOf(startCode, at + 1)) frames += 1;
    expect(frames).toBe(9 * 12);
  });
});
