import { check } from 'k6';
import { b64encode } from 'k6/encoding';
import http from 'k6/http';
import { baseUrl, type Person, post } from './api.ts';

/** An episode of the world of a test. */
export interface Episode {
  readonly id: string;
  readonly mediaUrl: string;
}

const sampleRate = 8000;
const seconds = 20;
const headBytes = 44;
const bytes = headBytes + sampleRate * seconds;
/** What a player asks for first, and then from somewhere in the middle. */
const firstBytes = 32_768;

/** A tone as a WAVE file (RIFF, PCM, mono, 8 bits), so that the server finds a real sound in it. */
const tone = (hertz: number): ArrayBuffer => {
  const file = new Uint8Array(bytes);
  const view = new DataView(file.buffer);
  const word = (at: number, text: string) => {
    for (let index = 0; index < text.length; index += 1) file[at + index] = text.charCodeAt(index);
  };
  word(0, 'RIFF');
  view.setUint32(4, bytes - 8, true);
  word(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  word(36, 'data');
  view.setUint32(40, bytes - headBytes, true);
  for (let at = headBytes; at < bytes; at += 1)
    file[at] = 128 + Math.round(90 * Math.sin((2 * Math.PI * hertz * at) / sampleRate));
  return file.buffer;
};

/** Publishes so many episodes; for a test's `setup`. */
export const publishEpisodes = (people: readonly Person[], count: number): Episode[] =>
  Array.from({ length: count }, (_, index) => {
    const mediaUrl = `data:audio/wav;base64,${b64encode(tone(220 + 40 * index))}`;
    const author = people[index % people.length] ?? null;
    const answer = post(
      '/api/podcasts',
      { title: `Heard under load ${index}`, mediaUrl, mediaType: 'audio' },
      author,
      'publish',
    );
    if (answer.status !== 201) throw new Error(`An episode is answered ${answer.status}: ${answer.body}`);
    return { id: answer.json('id') as string, mediaUrl: answer.json('mediaUrl') as string };
  });

/** Somebody plays an episode: it is counted, and its bytes come in ranges, each as long as was asked for. */
export const listen = (person: Person, episode: Episode | undefined): void => {
  if (!episode) return;
  check(post(`/api/podcasts/${episode.id}/play`, {}, person, 'listen'), {
    'a play is counted': ({ status }) => status === 200,
  });
  for (const from of [0, Math.floor(Math.random() * (bytes - firstBytes))]) {
    const part = http.get(`${baseUrl}${episode.mediaUrl}`, {
      headers: { Cookie: person.cookie, Range: `bytes=${from}-${from + firstBytes - 1}` },
      jar: new http.CookieJar(),
      tags: { act: 'listen', name: 'listen' },
      responseType: 'binary',
    });
    check(part, {
      'a range is what was asked for': ({ status, headers, body }) =>
        status === 206 &&
        headers['Content-Range'] === `bytes ${from}-${from + firstBytes - 1}/${bytes}` &&
        body?.byteLength === firstBytes,
    });
  }
};
