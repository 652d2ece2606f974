import { isolateDirection, type Podcast, podcastFeedPath } from '@hearsay/contracts';
import XMLBuilder from 'fast-xml-builder';
import { escapeHtml } from '../pages/page-html.js';
import type { FeedEpisode, PodcastFeed } from '../read/podcast-feeds.js';

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#',
  suppressEmptyNode: true,
});
/** XML 1.0 cannot contain these characters, even escaped (https://www.w3.org/TR/xml/#charsets). */
const withoutForbidden = (xml: string): string =>
  xml.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');

const namespaces = {
  '@xmlns:atom': 'http://www.w3.org/2005/Atom',
  '@xmlns:itunes': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  '@xmlns:podcast': 'https://podcastindex.org/namespace/1.0',
};
/** Always `true`: directories forbid a wrong `false`, and the server cannot check the words of an episode. */
const explicit = 'true';

interface Place {
  readonly origin: string;
  readonly key: string;
}

export const chaptersType = 'application/json+chapters';
const coverPath = (key: string): string => `/feeds/${key}/cover.png`;

/** Apps read a description as HTML. */
const asHtml = (words: string): string => escapeHtml(words).replaceAll('\n', '<br>');
const dated = (instant: string): string => new Date(instant).toUTCString();
const pageOf = (origin: string, { id }: Podcast): string => `${origin}/podcasts/${id}`;

const itemOf = ({ podcast, contentType, bytes, hasChapters, hasTranscript }: FeedEpisode, { origin, key }: Place) => ({
  title: podcast.title,
  ...(podcast.description !== null && { description: asHtml(podcast.description) }),
  link: pageOf(origin, podcast),
  guid: { '@isPermaLink': 'false', '#': podcast.id },
  pubDate: dated(podcast.createdAt),
  enclosure: { '@url': `${origin}/feeds/${key}/${podcast.id}`, '@length': bytes, '@type': contentType },
  ...(podcast.duration !== null && { 'itunes:duration': Math.round(podcast.duration) }),
  'itunes:episodeType': 'full',
  'itunes:explicit': explicit,
  ...(hasChapters && {
    'podcast:chapters': { '@url': `${origin}/feeds/${key}/${podcast.id}/chapters.json`, '@type': chaptersType },
  }),
  ...(hasTranscript && {
    'podcast:transcript': { '@url': `${origin}/feeds/${key}/${podcast.id}/transcript.vtt`, '@type': 'text/vtt' },
  }),
});

/** RSS 2.0 with the tags that Apple requires (https://podcasters.apple.com/support/823-podcast-requirements). */
export const podcastFeedXml = ({ creator, episodes }: PodcastFeed, place: Place): string => {
  const { username, invitation } = creator;
  const { origin, key } = place;
  const link = `${origin}/@${encodeURIComponent(username)}`;
  const cover = origin + coverPath(key);
  const channel = {
    title: username,
    link,
    description: asHtml(invitation ?? `Episodes by ${isolateDirection(username)} on Hearsay.`),
    language: 'en',
    generator: 'Hearsay',
    lastBuildDate: dated(episodes[0]?.podcast.createdAt ?? ''),
    'atom:link': { '@rel': 'self', '@type': 'application/rss+xml', '@href': origin + podcastFeedPath(key) },
    image: { url: cover, title: username, link },
    'itunes:author': username,
    'itunes:image': { '@href': cover },
    'itunes:category': { '@text': 'Society & Culture' },
    'itunes:type': 'episodic',
    'itunes:explicit': explicit,
    'podcast:locked': 'yes',
    'podcast:medium': 'podcast',
    item: episodes.map((episode) => itemOf(episode, place)),
  };
  const rss = { '@version': '2.0', ...namespaces, channel };
  return withoutForbidden(builder.build({ '?xml': { '@version': '1.0', '@encoding': 'UTF-8' }, rss }));
};
