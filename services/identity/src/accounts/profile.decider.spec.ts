import { Refusal } from '@hearsay/contracts';
import { batchViewOf } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { type Account, accountAggregate, evolveAccount, newAccount } from './account.decider.js';
import { type ChangeProfile, changeProfile } from './profile.decider.js';

const accountId = '01930000-0000-7000-8000-000000000001';
const [before, textId] = ['01930000-0000-7000-8000-000000000002', '01930000-0000-7000-8000-000000000003'];
const context = { now: '2026-11-21T10:00:00.000Z', accountId };

const fan: Account = { ...newAccount, isRegistered: true };
const ambassador: Account = { ...fan, roles: ['ambassador'] };
const spotlight: Account = { ...fan, roles: ['spotlight'] };

const decide = (account: Account, change: Omit<ChangeProfile, 'accountId' | 'level'> & { level?: number }) =>
  changeProfile.decide(
    { accountId, level: 1, ...change },
    batchViewOf([{ aggregate: accountAggregate, key: accountId, state: account }]),
    context,
  );
const outcome = (account: Account, change: Parameters<typeof decide>[1]) => {
  try {
    return decide(account, change).events.map(({ data }) => data);
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};

describe('a change of the profile', () => {
  it('a change makes one event, and gateways read the person again', () => {
    const decision = decide(fan, { showActivity: false, whoMayAsk: 'nobody' });
    expect(decision.events.map(({ type, data }) => [type, data])).toEqual([
      ['ProfileChanged', { accountId, showActivity: false, whoMayAsk: 'nobody' }],
    ]);
    expect(decision.live).toEqual([{ subject: 'live.sessions', data: { tokenHash: null, accountId } }]);
  });

  it('a change makes no event if all values stay the same', () => {
    const { showActivity, whoMayAsk, gradientColors } = newAccount.profile;
    const noWords = { textId, words: null };
    expect(outcome(fan, { showActivity, whoMayAsk, gradientColors, aura: 'none' })).toEqual([]);
    expect(outcome(ambassador, { profileLink: noWords, profileImage: noWords })).toEqual([]);
  });

  it('a change is refused for an unknown account', () => {
    expect(outcome(newAccount, { showActivity: false })).toBe('not_found');
  });

  it('evolving the account by the events of a change gives the changed profile', () => {
    const data = { accountId, chosenAura: 'neon-glow', profileLinkTextId: textId } as const;
    const account = evolveAccount(fan, { type: 'ProfileChanged', data });
    expect(account.profile).toEqual({ ...fan.profile, chosenAura: 'neon-glow', profileLinkTextId: textId });
  });
});

describe('anonymous asks', () => {
  const until = '2026-11-28T10:00:00.000Z';
  const withAsks = (anonymousAsks: 'on' | 'off', anonymousAsksOffUntil: string | null): Account => ({
    ...fan,
    profile: { ...fan.profile, anonymousAsks, anonymousAsksOffUntil },
  });

  it.each([
    ['off without an end', withAsks('on', null), { anonymousAsks: 'off' }, { anonymousAsks: 'off' }],
    ['off until an instant', withAsks('off', null), { anonymousAsksOffUntil: until }, { anonymousAsksOffUntil: until }],
    [
      'off, and the earlier end is removed',
      withAsks('off', until),
      { anonymousAsks: 'off' },
      { anonymousAsksOffUntil: null },
    ],
    ['on', withAsks('off', until), { anonymousAsks: 'on' }, { anonymousAsks: 'on', anonymousAsksOffUntil: null }],
    [
      'off, because only the end is removed',
      withAsks('off', until),
      { anonymousAsksOffUntil: null },
      { anonymousAsksOffUntil: null },
    ],
    [
      'on, because the end has passed',
      withAsks('off', '2026-11-21T09:59:59.999Z'),
      { anonymousAsksOffUntil: null },
      { anonymousAsks: 'on', anonymousAsksOffUntil: null },
    ],
  ] as const)('are afterwards %s', (_name, account, change, changes) => {
    expect(outcome(account, change)).toEqual([{ accountId, ...changes }]);
  });

  it('an end of anonymous asks must be within the next thirty days', () => {
    for (const end of ['2026-11-21T10:00:00.000Z', '2026-12-21T10:00:00.001Z'])
      expect(outcome(fan, { anonymousAsksOffUntil: end })).toBe('invalid_input');
    expect(outcome(fan, { anonymousAsksOffUntil: '2026-12-21T10:00:00.000Z' })).toHaveLength(1);
  });
});

describe('the words of a profile', () => {
  const linked: Account = {
    ...ambassador,
    profile: { ...ambassador.profile, profileLinkTextId: before, profileImageTextId: before },
  };

  it('words of a profile are rows outside of events, and replaced words are erased', () => {
    const decision = decide(linked, { profileLink: { textId, words: 'https://example.org' } });
    expect(decision.events.map(({ data }) => data)).toEqual([{ accountId, profileLinkTextId: textId }]);
    expect(decision.rows).toEqual({
      texts: [{ id: textId, accountId, words: 'https://example.org' }],
      replacedTexts: [{ id: before }],
    });
  });

  it('words of a profile are removed by the value null', () => {
    const decision = decide(linked, { profileImage: { textId, words: null } });
    expect(decision.events.map(({ data }) => data)).toEqual([{ accountId, profileImageTextId: null }]);
    expect(decision.rows).toEqual({ texts: [], replacedTexts: [{ id: before }] });
  });
});

describe('permission for a field of the profile', () => {
  const link = { profileLink: { textId, words: 'mine' } };
  const noLink = { profileLink: { textId, words: null } };
  const linked = { profileLinkTextId: textId };
  const hidden = { hideAmbassadorTitle: true };
  const gray = 'from-gray-700 to-gray-900';
  const crown = 'golden-crown';

  it.each([
    ['a link of a fan', fan, link, 'forbidden'],
    ['no link of a fan', fan, noLink, 'forbidden'],
    ['a link of an ambassador', ambassador, link, linked],
    ['a link of a spotlight', spotlight, link, linked],
    ['a hidden title of a fan', fan, hidden, 'forbidden'],
    ['a hidden title of a spotlight', spotlight, hidden, 'forbidden'],
    ['a hidden title of an ambassador', ambassador, hidden, hidden],
    ['a gradient that is no preset', fan, { gradientColors: 'from-red-500 to-red-500' }, 'invalid_input'],
    ['a gradient', fan, { gradientColors: gray }, { gradientColors: gray }],
    ['an aura one level too early', fan, { aura: 'neon-glow', level: 2 }, 'forbidden'],
    ['an aura at its level', fan, { aura: 'neon-glow', level: 3 }, { chosenAura: 'neon-glow' }],
    ['the crown of a fan at level 10', fan, { aura: crown, level: 10 }, 'forbidden'],
    ['the crown of an ambassador at level 7', ambassador, { aura: crown, level: 7 }, 'forbidden'],
    ['the crown of an ambassador at level 8', ambassador, { aura: crown, level: 8 }, { chosenAura: crown }],
    ['the laurel of a spotlight', spotlight, { aura: 'ambassador', level: 10 }, 'forbidden'],
    ['the laurel of an ambassador', ambassador, { aura: 'ambassador' }, { chosenAura: 'ambassador' }],
    ['the beam of an ambassador', ambassador, { aura: 'spotlight', level: 10 }, 'forbidden'],
    ['the beam of a spotlight', spotlight, { aura: 'spotlight' }, { chosenAura: 'spotlight' }],
  ] as const)('%s', (_what, account, change, expected) => {
    expect(outcome(account, change)).toEqual(typeof expected === 'string' ? expected : [{ accountId, ...expected }]);
  });
});
