import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { pick, seededRandom } from '../seeded-random.ts';
import { Attacker, binomialTail, type Target, verdictsOf } from './attack.ts';
import { changedRecords, type FoundRecord, recordOf } from './records.ts';

describe('the upper tail of the binomial distribution', () => {
  it('`binomialTail` matches the values of textbooks', () => {
    expect(binomialTail(10, 0, 0.3)).toBe(1);
    expect(binomialTail(10, 10, 0.5)).toBeCloseTo(1 / 1024, 12);
    expect(binomialTail(20, 3, 0.1)).toBeCloseTo(0.3230732, 6);
    expect(binomialTail(60, 60, 1 / 24)).toBeLessThan(1e-80);
  });
});

describe('a record in a dump', () => {
  it('ids, tags, instants and times in ids are read from every field of a record', () => {
    const id = '01930000-0000-7000-8000-000000000001';
    const record = recordOf('content.events', {
      stream: `question-${id}`,
      data: { tag: 'cdefghijklmnopqrstuvw' },
      at: '2026-11-20T10:00:00+00:00',
    });
    expect([...record.ids]).toEqual([id, 'cdefghijklmnopqrstuvw']);
    expect(record.instants.get('.at')).toBe(Date.parse('2026-11-20T10:00:00Z'));
    expect(record.instants.get('clock of .stream')).toBe(0x019300000000);
  });

  it.each([
    ['a number', 1_764_000_000_000],
    ['a text', '1764000000000'],
    ['the id of an entry of a Redis stream', '1764000000000-0'],
  ])('milliseconds as %s are read as an instant', (_, value) => {
    const record = recordOf('redis', { entry: [value, ['event', 'added']] });
    expect([...record.instants.values()]).toEqual([1_764_000_000_000]);
  });

  it('`changedRecords` returns the added, removed and rewritten records of two dumps', () => {
    const [kept, rewritten, gone, come] = ['kept', 'rewritten', 'gone', 'come'].map((id) => ({ id }));
    const before = [recordOf('rows', kept, [1]), recordOf('rows', rewritten, [2]), recordOf('rows', gone, [3])];
    const after = [recordOf('rows', kept, [1]), recordOf('rows', rewritten, [4]), recordOf('rows', come, [5])];
    expect(changedRecords(before, after).map(({ transactions }) => transactions[0])).toEqual([4, 5, 2, 3]);
  });
});

describe('an attack', () => {
  // Each test gets the same random numbers, independent of the order of tests.
  let chance = seededRandom('attack');
  beforeEach(() => {
    chance = seededRandom('attack');
  });
  const accounts = Array.from({ length: 24 }, (): string => randomUUID());
  const anybody = () => pick(accounts, chance);
  const start = Date.parse('2026-11-20T10:00:00.000Z');
  const isoOf = (at: number) => new Date(at).toISOString();

  const world = () => {
    const authors = new Map<string, string>();
    const records: FoundRecord[] = [];
    const targets = Array.from({ length: 60 }, (_, index): Target => {
      const [id, author, at] = [randomUUID(), anybody(), start + index * 1000];
      authors.set(id, author);
      const boosters = new Set(index % 2 ? [author] : []);
      while (boosters.size < 4) boosters.add(anybody());
      const acts = [...boosters].map((accountId) => ({
        kind: 'boost',
        id: randomUUID(),
        accountId,
        at: start + 100_000 + chance() * 100_000,
      }));
      records.push(recordOf('content.posts', { id, at: isoOf(at), sealed: randomUUID() }, [1000 + index * 10]));
      for (const act of acts) {
        records.push(
          recordOf('engagement.boosts', { id: act.id, post: id, by: act.accountId, at: isoOf(act.at) }, [
            5000 + chance() * 5000,
          ]),
        );
      }
      return { id, at, acts };
    });
    for (let index = 0; index < 200; index += 1) {
      records.push(
        recordOf('content.named', { id: randomUUID(), by: anybody(), at: isoOf(start + chance() * 60_000) }, [
          1000 + chance() * 600,
        ]),
      );
    }
    return { authors, records, targets };
  };
  const best = ({ authors, records, targets }: ReturnType<typeof world>, name: string) =>
    verdictsOf(new Attacker(records, accounts, targets).attacks(), authors).filter((verdict) =>
      verdict.name.startsWith(name),
    )[0]!;
  type Leak = (post: {
    readonly id: string;
    readonly author: string;
    readonly at: number;
    readonly index: number;
  }) => FoundRecord[];
  const leaking = (leak: Leak) => {
    const leaky = world();
    for (const [index, { id, at }] of leaky.targets.entries())
      leaky.records.push(...leak({ id, author: leaky.authors.get(id)!, at, index }));
    return leaky;
  };

  it('an attack does no better than chance if nothing leaks', () => {
    const { authors, records, targets } = world();
    const verdicts = verdictsOf(new Attacker(records, accounts, targets).attacks(), authors);
    expect(verdicts.length).toBeGreaterThan(5);
    expect(verdicts[0]!.chance).toBeGreaterThan(1e-6);
  });

  const leaks: readonly [string, string, Leak][] = [
    ['an account beside the post', 'equal ids: owners', ({ id, author }) => [recordOf('owners', { id, author })]],
    [
      'an id that leads from the post to the account',
      'equal ids: unlinked > entries',
      ({ id, author, index }) => [
        recordOf('unlinked', { id, entry: `an-entry-with-number-${index}` }),
        recordOf('entries', { entry: `an-entry-with-number-${index}`, author }),
      ],
    ],
    [
      'an entry at the time of the post',
      'near times: entries .at',
      ({ author, at }) => [recordOf('entries', { author, at: isoOf(at + 3) })],
    ],
    [
      'the clock in an id',
      'near times: entries clock of .id',
      ({ author, at }) => [
        recordOf('entries', {
          author,
          id: `${at
            .toString(16)
            .padStart(12, '0')
            .replace(/^(.{8})/, '$1-')}-7000-8000-000000000000`,
        }),
      ],
    ],
    [
      'the transaction of the post',
      'shared transactions: entries',
      ({ author, index }) => [recordOf('entries', { author }, [1000 + index * 10])],
    ],
    [
      'the next transaction',
      'next transactions: entries',
      ({ author, index }) => [recordOf('entries', { author }, [1001 + index * 10])],
    ],
  ];
  it.each(leaks)('an attack finds %s', (_name, attack, leak) => {
    expect(best(leaking(leak), attack)).toMatchObject({ guesses: 60, hits: 60 });
  });

  it.each([
    ['the post', 'change: a wipe: content.posts', (id: string) => recordOf('content.posts', { id, isHidden: true })],
    [
      'what stands beside it',
      'change beside: a wipe: hidings',
      (_: string, seal: string) => recordOf('hidings', { seal }),
    ],
  ])('an attack finds that %s changes in the wipe of one author', (_name, attack, changeOf) => {
    const leaky = world();
    const disturbances = accounts.slice(0, 8).map((accountId) => ({
      name: 'a wipe',
      accountId,
      changed: leaky.records
        .filter(
          ({ source, ids }) => source === 'content.posts' && [...ids].some((id) => leaky.authors.get(id) === accountId),
        )
        .map(({ ids }) =>
          changeOf([...ids].find((id) => leaky.authors.has(id))!, [...ids].find((id) => !leaky.authors.has(id))!),
        ),
    }));
    const verdicts = verdictsOf(
      new Attacker(leaky.records, accounts, leaky.targets, disturbances).attacks(),
      leaky.authors,
    );
    const verdict = verdicts.find(({ name }) => name === attack)!;
    expect(verdict.guesses).toBeGreaterThan(5);
    expect(verdict.hits).toBe(verdict.guesses);
    expect(verdict.chance).toBeLessThan(1e-6);
  });

  it('an attack finds authors if records exist of all boosts but their own', () => {
    const leaky = world();
    for (const { id, acts } of leaky.targets) {
      for (const act of acts)
        if (act.accountId !== leaky.authors.get(id))
          leaky.records.push(recordOf('entries', { post: id, by: act.accountId }));
    }
    const verdict = best(leaky, 'absence of a boost: entries');
    expect(verdict.guesses).toBeGreaterThanOrEqual(30);
    expect(verdict.hits).toBe(verdict.guesses);
    expect(verdict.chance).toBeLessThan(1e-9);
  });

  it('an attack finds a person who is paid after each post of a pseudonym', () => {
    const leaky = leaking(({ id, author, at }) => [
      recordOf('tags', { id, tag: `a-tag-of-somebody-${accounts.indexOf(author)}` }),
      recordOf('payments', { author, at: isoOf(Math.ceil(at / 10_000) * 10_000) }),
    ]);
    expect(best(leaky, 'rhythm: payments .at').chance).toBeLessThan(1e-6);
  });
});
