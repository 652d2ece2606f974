import { describe, expect, it } from '@jest/globals';
import {
  eventSubject,
  liveSubjects,
  natsPermissionsOf,
  natsProcessNames,
  nudgeSubject,
  rpcSubject,
  serviceNames,
  streamCheckSubject,
} from './index.js';

const id = '01970000-0000-7000-8000-000000000001';

/** NATS' own rule for patterns: `*` matches one token, and `>` matches all following tokens. */
const covers = (pattern: string, subject: string): boolean => {
  const words = subject.split('.');
  const wanted = pattern.split('.');
  return (
    wanted.every((word, index) => (word === '>' ? index < words.length : word === '*' || word === words[index])) &&
    (wanted.at(-1) === '>' || wanted.length === words.length)
  );
};
const may = (verb: 'publish' | 'subscribe', process: (typeof natsProcessNames)[number], subject: string, prefix = '') =>
  natsPermissionsOf(process, prefix)[verb].some((pattern) => covers(pattern, subject));
const who = (verb: 'publish' | 'subscribe', subject: string) =>
  natsProcessNames.filter((process) => may(verb, process, subject));

describe('permission for a subject', () => {
  it.each([
    ['publish', liveSubjects.room(id), ['content']],
    ['publish', liveSubjects.counts(id), ['engagement']],
    ['publish', liveSubjects.bell(id), ['notification']],
    ['publish', liveSubjects.sessions, ['identity']],
    ['publish', liveSubjects.reports, ['moderation']],
    ['subscribe', liveSubjects.counts(id), ['gateway']],
    ['subscribe', liveSubjects.bell(id), ['gateway']],
    ['publish', rpcSubject('identity', 'gateway'), ['gateway']],
    ['publish', rpcSubject('identity', 'operator'), []],
    ['publish', rpcSubject('gamification', 'operator'), []],
    ['publish', rpcSubject('content', 'engagement'), ['engagement']],
    ['publish', rpcSubject('identity', 'content'), ['content']],
    ['publish', rpcSubject('identity', 'engagement'), []],
    ['publish', rpcSubject('content', 'moderation'), ['moderation']],
    ['subscribe', rpcSubject('identity', 'gateway'), ['identity']],
    ['publish', eventSubject('content'), ['content']],
    ['publish', nudgeSubject('content'), ['content']],
    ['publish', streamCheckSubject('content'), serviceNames],
    ['publish', '$JS.API.STREAM.PURGE.EVT_content', ['content']],
    ['publish', '$JS.API.CONSUMER.CREATE.EVT_content.one', serviceNames],
    ['publish', '$JS.API.CONSUMER.MSG.NEXT.EVT_content.one', serviceNames],
    ['publish', '$JS.API.STREAM.DELETE.EVT_identity', ['identity']],
    ['subscribe', '_INBOX_gateway.x', ['gateway']],
    ['subscribe', '_INBOX.x', []],
  ] as const)('to %s %s is given only to %j', (verb, subject, processes) => {
    expect([...who(verb, subject)].sort()).toEqual([...processes].sort());
  });

  it('a process may use only subjects with the prefix of its system', () => {
    for (const process of natsProcessNames) {
      const subjects = natsPermissionsOf(process, 'one_');
      const shared = [...subjects.publish, ...subjects.subscribe].filter((subject) => !subject.startsWith('one_'));
      for (const subject of shared) expect(subject).toMatch(/^_INBOX_|^\$JS\.API\..*\bone_EVT_/);
    }
  });

  it('each service may use its own subjects', () => {
    for (const service of serviceNames) {
      expect(may('subscribe', service, rpcSubject(service, 'gateway'))).toBe(true);
      expect(may('subscribe', service, nudgeSubject(service))).toBe(true);
      expect(may('subscribe', service, streamCheckSubject(service))).toBe(true);
      expect(may('publish', service, '_INBOX_gateway.x')).toBe(true);
    }
  });
});
