import { say } from './progress.mjs';
import { installPythonLibrary } from './python-program.ts';
import { runCommand } from './run-command.ts';
import { register } from './schemathesis.ts';
import { type Counts, checkCounts, noCounts } from './test-counts.ts';

const version = '6.0.12';

/** A Python script. It fails if feedparser misses a part that podcast apps need, or if the episode has other bytes. */
const script = `
import sys, feedparser, urllib.request
read = feedparser.parse(sys.argv[1])
assert not read.bozo, read.bozo_exception
assert read.version == 'rss20', read.version
feed, [entry] = read.feed, read.entries
assert feed.title and feed.link and feed.description and feed.language == 'en', feed
assert feed.author == feed.title and feed.image.href.endswith('/cover.png'), feed
assert [tag.term for tag in feed.tags] == ['Society & Culture'], feed.tags
assert read.namespaces['podcast'] == 'https://podcastindex.org/namespace/1.0', read.namespaces
assert entry.title == 'Tom & Jerry <live>', entry.title
assert entry.id and not entry.guidislink and entry.published_parsed and entry.itunes_duration, entry
[enclosure] = entry.enclosures
assert enclosure.type == 'audio/wav', enclosure
with urllib.request.urlopen(enclosure.href) as sound:
    assert len(sound.read()) == int(enclosure.length), enclosure
`;

/** A WAV file with a tenth of a second of silence: 16 bits, one channel, 8 kHz. */
const silence = Buffer.concat([
  Buffer.from('UklGRmQGAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YUAGAAA=', 'base64'),
  Buffer.alloc(1600),
]);

/** Publishes a podcast feed on a new system, and reads it with the parser that many podcast apps use. */
export const runFeedparser = async (startSystem: () => Promise<{ readonly url: string }>): Promise<Counts> => {
  const python = await installPythonLibrary('feedparser', version);
  if (!python) {
    say('  skipped: feedparser could not be installed (it needs python3 with venv, and PyPI)');
    return { ...noCounts, skipped: 1 };
  }
  const { url } = await startSystem();
  const { cookie, id } = await register(url);
  const call = async (method: string, path: string, body: object) => {
    const headers = { cookie, 'content-type': 'application/json' };
    const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    return (await response.json()) as Record<string, string>;
  };
  const mediaUrl = `data:audio/wav;base64,${silence.toString('base64')}`;
  const words = { title: 'Tom & Jerry <live>', description: null };
  const episode = await call('POST', '/api/podcasts', { ...words, mediaUrl, mediaType: 'audio' });
  const feed = await call('PUT', `/api/users/${id}/podcast-feed`, { episodes: [episode.id] });
  return checkCounts(await runCommand(python, ['-c', script, `${feed.url}`], { quiet: true }));
};
