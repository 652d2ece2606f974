import type { Podcast } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { XMLParser } from 'fast-xml-parser';
import { presentPodcast } from '../present/content.js';
import { presentUserCard } from '../present/user.js';
import { makePerson } from '../tests/fake-services.suite.js';
import { podcastView } from '../tests/fake-uploads.suite.js';
import { podcastFeedXml } from './podcast-feed-xml.js';

interface Changes extends Partial<Podcast> {
  readonly hasChapters?: boolean;
  readonly hasTranscript?: boolean;
}
const creator = { ...makePerson('Ana & <Bo>'), invitation: 'Ask me "why"' };
const cards = new Map([[creator.id, presentUserCard(creator)]]);
const id = '0199aaaa-0000-7000-8000-000000000001';
const key = 'k'.repeat(22);
const origin = 'https://hearsay.example';
const episode = ({ hasChapters = false, hasTranscript = false, ...changes }: Changes = {}) => ({
  podcast: presentPodcast({ ...podcastView({ id, authorId: creator.id }), ...changes }, cards, new Map()) as Podcast,
  ...{ contentType: 'audio/mpeg', bytes: 4321, hasChapters, hasTranscript },
});
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#',
  parseTagValue: false,
});
type Parsed = Record<string, Record<string, unknown>>;
const xmlOf = (...changes: Changes[]) => podcastFeedXml({ creator, episodes: changes.map(episode) }, { origin, key });
const channelOf = (...changes: Changes[]) =>
  (parser.parse(xmlOf(...changes)) as { rss: { channel: Parsed } }).rss.channel;
const itemOf = (changes: Changes = {}) => channelOf(changes).item as Record<string, unknown>;

/** RSS 2.0 and Apple require these tags of a show and an episode. */
describe('a feed for podcast apps', () => {
  it.each([
    ['title', 'Ana & <Bo>'],
    ['link', `${origin}/@Ana%20%26%20%3CBo%3E`],
    ['description', 'Ask me &quot;why&quot;'],
    ['language', 'en'],
    ['lastBuildDate', 'Fri, 20 Nov 2026 10:00:00 GMT'],
    ['atom:link', { '@rel': 'self', '@type': 'application/rss+xml', '@href': `${origin}/feeds/${key}.xml` }],
    [
      'image',
      { url: `${origin}/feeds/${key}/cover.png`, title: 'Ana & <Bo>', link: `${origin}/@Ana%20%26%20%3CBo%3E` },
    ],
    ['itunes:author', 'Ana & <Bo>'],
    ['itunes:image', { '@href': `${origin}/feeds/${key}/cover.png` }],
    ['itunes:category', { '@text': 'Society & Culture' }],
    ['itunes:type', 'episodic'],
    ['itunes:explicit', 'true'],
    ['podcast:locked', 'yes'],
    ['podcast:medium', 'podcast'],
  ])('has the tag %s', (tag, content) => {
    expect(channelOf({})[tag]).toEqual(content);
  });

  it.each([
    ['title', 'Night talk'],
    ['link', `${origin}/podcasts/${id}`],
    ['guid', { '@isPermaLink': 'false', '#': id }],
    ['pubDate', 'Fri, 20 Nov 2026 10:00:00 GMT'],
    ['enclosure', { '@url': `${origin}/feeds/${key}/${id}`, '@length': '4321', '@type': 'audio/mpeg' }],
    ['itunes:duration', '13'],
    ['itunes:episodeType', 'full'],
    ['itunes:explicit', 'true'],
  ])('the feed has the tag %s for an episode', (tag, content) => {
    expect(itemOf()[tag]).toEqual(content);
  });

  it('the feed declares its namespaces', () => {
    for (const uri of ['http://www.itunes.com/dtds/podcast-1.0.dtd', 'https://podcastindex.org/namespace/1.0'])
      expect(xmlOf({})).toContain(`="${uri}"`);
    expect(xmlOf({})).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?><rss version="2\.0"/);
  });

  it('the feed escapes markup in words, and drops characters that XML forbids', () => {
    const title = ']]></title><script>&amp;"\'\u0000\u000b\u202e🎧';
    expect(xmlOf({ title })).not.toContain('<script>');
    expect(itemOf({ title }).title).toBe(']]></title><script>&amp;"\'\u202e🎧');
    expect(itemOf({ description: 'One\n<b>Two</b>' }).description).toBe('One<br>&lt;b&gt;Two&lt;/b&gt;');
  });

  it('the feed names chapters and transcript of an episode that has them', () => {
    const item = itemOf({ hasChapters: true, hasTranscript: true });
    const path = `${origin}/feeds/${key}/${id}`;
    const chapters = { '@url': `${path}/chapters.json`, '@type': 'application/json+chapters' };
    expect(item['podcast:chapters']).toEqual(chapters);
    expect(item['podcast:transcript']).toEqual({ '@url': `${path}/transcript.vtt`, '@type': 'text/vtt' });
  });

  it('the feed leaves out the tags of an episode’s unknown length and missing words', () => {
    const item = itemOf({ description: null, duration: null });
    const tags = ['description', 'itunes:duration', 'podcast:chapters', 'podcast:transcript'];
    expect(tags.map((tag) => item[tag])).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('the feed contains no media address, no media key and no account id', () => {
    const xml = xmlOf({}, { id: '0199aaaa-0000-7000-8000-000000000002' });
    for (const secret of ['/api/media/', 'k'.repeat(24), creator.id]) expect(xml).not.toContain(secret);
  });
});
