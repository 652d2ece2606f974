import type { ContentTarget } from '@hearsay/contracts';
import { batchViewOf } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { counterAggregate } from '../counters/counter.aggregates.js';
import { repostIdOf } from '../pair-ids.js';
import { removeReposts, repostAggregate, repostContent, restoreReposts } from './repost.decider.js';
import { neverReposted, type Repost } from './repost.sql.js';

const reposterId = '01970000-0000-7000-8000-0000000000a1';
const removalId = '01970000-0000-7000-8000-0000000000b1';
const target: ContentTarget = {
  contentType: 'discussion',
  contentId: '01970000-0000-7000-8000-000000000001',
  questionId: '01970000-0000-7000-8000-000000000002',
  owner: { accountId: null, sealed: 'sealed' },
  thresholds: [],
};
const repostId = repostIdOf(reposterId, target.contentId);
const at = { now: '2026-01-02T03:04:05.678Z', accountId: reposterId };
const { thresholds: _none, ...of } = target;
const standing: Repost = { isReposted: true, removalId: null, toggle: 3, textId: repostId, of };
const away: Repost = { isReposted: false, removalId, toggle: 4, textId: repostId, of };

const view = (repost: Repost) =>
  batchViewOf([
    { aggregate: repostAggregate, key: repostId, state: repost },
    { aggregate: counterAggregate, key: target.contentId, state: { boosts: 5, peak: 6, reposts: 2, revision: 11 } },
  ]);
const repost = (state: Repost, text: string | null = null) =>
  repostContent.decide({ reposterId, target, textId: text === null ? null : removalId, text }, view(state), at);
const input = { reposterId, removalId, reposts: [{ repostId, contentId: target.contentId }] };

describe('a repost', () => {
  it('a repost raises the counter’s revision, and its event contains no words', () => {
    const { events, rows, live } = repost(neverReposted, 'Hear this');
    expect(events[0]).toMatchObject({
      type: 'Reposted',
      data: { repostId, repostCount: 3, revision: 12, toggle: 1, textId: removalId, owner: target.owner },
    });
    expect(JSON.stringify(events)).not.toContain('Hear this');
    expect(rows).toEqual({ texts: [{ id: removalId, words: 'Hear this' }], erasedTexts: [] });
    expect(live).toEqual([]);
  });

  it('a repost without words writes no text', () => {
    expect(repost(neverReposted)).toMatchObject({ events: [{ data: { textId: null } }] });
    expect(repost(neverReposted).rows).toEqual({ texts: [], erasedTexts: [] });
  });

  it('a repost is refused a second time, and allowed again after a removal', () => {
    expect(() => repost(standing)).toThrow(expect.objectContaining({ code: 'already_reposted' }));
    expect(repost(away).events[0]).toMatchObject({ data: { toggle: 5, repostCount: 3 } });
    expect(repost(away).rows).toEqual({ texts: [], erasedTexts: [{ id: repostId }] });
  });
});

describe('a removal', () => {
  it('a removal removes only active reposts, and changes no repost removed before', () => {
    expect(removeReposts.decide(input, view(standing), at)).toMatchObject({
      events: [{ type: 'RepostRemoved', data: { removalId, repostCount: 1, toggle: 4 } }],
      result: { changed: [{ contentId: target.contentId, questionId: target.questionId, contentType: 'discussion' }] },
    });
    expect(removeReposts.decide(input, view(standing), at).rows).toEqual({
      erasures: [{ repostId, removalId, dueAt: '2026-01-05T04:04:05.678Z' }],
    });
    for (const state of [away, neverReposted]) expect(removeReposts.decide(input, view(state), at).events).toEqual([]);
  });

  it('the undo of a removal restores only reposts that this removal has removed', () => {
    expect(restoreReposts.decide(input, view(away), at)).toMatchObject({
      events: [{ type: 'RepostRestored', data: { removalId, repostCount: 3, toggle: 5 } }],
    });
    const others = { ...away, removalId: reposterId };
    for (const state of [standing, others, neverReposted])
      expect(restoreReposts.decide(input, view(state), at).events).toEqual([]);
  });
});
