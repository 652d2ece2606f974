import { describe, expect, it } from '@jest/globals';
import { parseOperatorCommand } from './operator.ts';

describe('an operator command', () => {
  it.each([
    [['roles', 'grant', 'ambassador', 'ada'], { service: 'identity', args: ['roles', 'grant', 'ambassador', 'ada'] }],
    [['accounts', 'reset', 'ada'], { service: 'identity', args: ['accounts', 'reset', 'ada'] }],
    [
      ['xp', 'grant', 'ada', '50', 'welcome'],
      { service: 'gamification', args: ['xp', 'grant', 'ada', '50', 'welcome'] },
    ],
    [['audit', '20'], { service: 'moderation', args: ['audit', '20'] }],
    [['rebuild', 'content.feed'], { service: 'content', args: ['rebuild', 'content.feed'] }],
    [['dead-letters', 'list', 'notification'], { service: 'notification', args: ['dead-letters', 'list'] }],
    [['dead-letters', 'replay', 'engagement', '7'], { service: 'engagement', args: ['dead-letters', 'replay', '7'] }],
    [['recover', 'content'], { service: 'content', args: ['recover'] }],
  ])('%j goes to the program that owns the command', (args, route) => {
    expect(parseOperatorCommand(args)).toEqual(route);
  });

  it.each([
    ['rebuild'],
    ['rebuild', 'feed'],
    ['dead-letters', 'list'],
    ['dead-letters'],
    ['dead-letters', 'replay', 'content.feed', '7'],
  ])('%s %s without a service shows its usage', (command, ...words) => {
    const wanted = command === 'rebuild' ? 'content.questions' : 'replay SERVICE ID…|all';
    expect(() => parseOperatorCommand([command, ...words])).toThrow(wanted);
    expect(() => parseOperatorCommand([command, ...words])).toThrow('identity, content');
  });

  it('an unknown operator command is refused with a list of all commands', () => {
    expect(() => parseOperatorCommand(['destroy'])).toThrow(
      'roles, accounts, xp, audit, rebuild, dead-letters, recover, bench, cluster, upgrade-test',
    );
  });
});
