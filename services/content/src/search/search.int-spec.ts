import { randomUUID } from 'node:crypto';
import { contentRpc, type SearchKind } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { tableRows } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { approvalCallsBy } from '../approvals/approvals.suite.js';
import { ContentUnderTest, expectRefusal, idsOf } from '../content.suite.js';
import { newBoostFact } from '../feeds/engagement-facts.suite.js';
import { searchProjector } from './search.projector.js';
import { randomWord, searchOf } from './search.suite.js';

const content = new ContentUnderTest('engagement');
const { ask, reply, remove, latch, hide, show, finished, maya, jonas } = content;
const tara = randomUUID();
const { approve, answer, ignore } = approvalCallsBy(tara, content);
const viewers = [null, maya, jonas, tara];
const { page, settled } = searchOf(content);

/** The ids that each word finds, which must be the same for all viewers. */
const found = async (...words: string[]): Promise<string[]> => {
  const ofViewers = await Promise.all(
    viewers.map(async (viewer) => {
      const pages = await Promise.all(words.map((word) => page(word, {}, viewer)));
      return pages.map(({ results }) => idsOf(results).join());
    }),
  );
  for (const other of ofViewers) expect(other).toEqual(ofViewers[0]);
  return ofViewers[0]!;
};
const allOf = async (word: string, kind: SearchKind | null): Promise<string[]> => {
  const ids: string[] = [];
  for (let after: string | null = null; ; ) {
    const { results, next }: Awaited<ReturnType<typeof page>> = await page(word, { kind, after });
    ids.push(...idsOf(results));
    if (next === null) return ids;
    after = next;
  }
};
const stored = async () => JSON.stringify(await content.rows('select document::text from searchable'));
const randomWords = () => [randomWord(), randomWord(), randomWord()] as const;

describe('mutes', () => {
  it('a search leaves out muted questions and muted people’s signed posts only', async () => {
    const word = randomWord();
    const [signed, anonymous, silenced, room] = [
      await ask({ title: word }, maya),
      await ask({ title: word, isAnonymous: true }, maya),
      await ask({ title: word }, jonas),
      await ask({ title: 'A room' }, jonas),
    ];
    const said = await reply(room.id, word, maya);
    const masked = await reply(room.id, word, maya, { isAnonymous: true });
    const under = await reply(silenced.id, word, tara);
    await settled();
    const mutes = { people: [maya], questions: [silenced.id] };
    const all = [signed, anonymous, silenced, said, masked, under];
    expect(idsOf((await page(word)).results).sort()).toEqual(idsOf(all).sort());
    expect(idsOf((await page(word, { mutes })).results).sort()).toEqual(idsOf([anonymous, masked]).sort());
    const similar = async (over: object) =>
      idsOf((await content.call(contentRpc.similarQuestions, { title: word, ...over }, tara)).questions).sort();
    expect(await similar({})).toEqual(idsOf([signed, anonymous, silenced]).sort());
    expect(await similar({ mutes })).toEqual([anonymous.id]);
  });
});

it('words are found in texts that also contain a word too long for the index', async () => {
  const [title, words] = [randomWord(), randomWord()];
  const question = await ask({ title: `${title} a${'𐌰'.repeat(60)}` });
  const { id } = await reply(question.id, `${words} a${'𐌰'.repeat(60)}`);
  await settled();
  expect(await found(title, words)).toEqual([question.id, id]);
});

describe('random words', () => {
  it('words in locked texts are found only after the lock has opened', async () => {
    const [title, description, words] = randomWords();
    const { id } = await ask({ title, description, replyBoostThreshold: 3 });
    const { id: replyId } = await reply(id, words);
    await settled();
    expect(await found(title, description, words)).toEqual([id, '', '']);
    expect(await stored()).not.toMatch(new RegExp(`${description}|${words}`));
    await latch(id, 2);
    await settled();
    expect(await found(description, words)).toEqual(['', '']);
    await latch(id, 3);
    await settled();
    expect(await found(title, description, words)).toEqual([id, id, replyId]);
    const later = randomWord();
    const { id: laterId } = await reply(id, later);
    await settled();
    expect(await found(later)).toEqual([laterId]);
  });

  it('a pending question is found after approval, and a locked reply after its opening', async () => {
    const [title, description, other] = randomWords();
    const { id } = await ask({ title, description, targetId: tara });
    const ignored = await ask({ title: other, targetId: tara });
    await ignore(ignored.id);
    await settled();
    expect(await found(title, description, other)).toEqual(['', '', '']);
    expect(await stored()).not.toMatch(new RegExp([title, description, other].join('|')));
    await answer(id, 5);
    await settled();
    const myAnswer = await found('my answer');
    expect(await found(title, description)).toEqual([id, id]);
    expect(myAnswer).toEqual(['']);
    await latch(id, 5);
    await settled();
    expect(await found('my answer')).not.toEqual(['']);
    const [plain, early] = [await ask({ title: randomWord(), targetId: tara }), randomWord()];
    const { id: earlyId } = await reply(plain.id, early, maya);
    await settled();
    expect(await found(plain.title, early)).toEqual(['', '']);
    await approve(plain.id);
    await settled();
    expect(await found(plain.title, early)).toEqual([plain.id, earlyId]);
  });

  it('words are no longer found once their text is removed, edited or hidden', async () => {
    const [title, words, edited] = randomWords();
    const nora = randomUUID();
    const question = await ask({ title });
    const gone = await reply(question.id, words, nora);
    const changed = await ask({ title: edited });
    await settled();
    expect(await found(title, words, edited)).toEqual([question.id, gone.id, changed.id]);
    const [removal, now] = [randomUUID(), randomWord()];
    await hide(nora, removal);
    expect(await found(words)).toEqual(['']);
    await finished(removal);
    await show(removal);
    await finished(removal);
    await settled();
    expect(await found(words)).toEqual([gone.id]);
    await content.call(contentRpc.editQuestion, { questionId: changed.id, title: now }, maya);
    expect(await found(edited)).toEqual(['']);
    await remove('question', question.id, maya);
    expect(await found(title, words)).toEqual(['', '']);
    await settled();
    expect(await found(now)).toEqual([changed.id]);
    expect(await stored()).not.toMatch(new RegExp([title, words, edited].join('|')));
  });

  it('words in episodes are found only by signed-in people', async () => {
    const [title, description] = randomWords();
    const { id } = await content.published(maya, { title, description });
    await settled();
    for (const word of [title, description]) {
      expect(idsOf((await page(word, {}, jonas)).results)).toEqual([id]);
      expect(await page(word)).toEqual({ results: [], next: null });
    }
    expect((await page(title, { kind: 'question' }, jonas)).results).toEqual([]);
    expect((await page(title, { kind: 'podcast' }, jonas)).results).toMatchObject([
      { kind: 'podcast', questionId: null },
    ]);
    await content.removeEpisode(id, maya);
    expect((await page(title, {}, jonas)).results).toEqual([]);
  });
});

describe('results', () => {
  it('a result has an excerpt with the words, and names no anonymous author', async () => {
    const word = randomWord();
    const question = await ask({ title: 'Who?', description: `It was ${word}`, isAnonymous: true });
    const answered = await reply(question.id, `Not ${word}`);
    await content.engagement.publish(newBoostFact(question.id, 4));
    await settled();
    const { id: questionId, createdAt } = question;
    const shared = { questionId, title: 'Who?' };
    for (const viewer of viewers) {
      const { results } = await page(word.slice(0, 8).toUpperCase(), {}, viewer);
      expect(results).toHaveLength(2);
      expect(results).toEqual(
        expect.arrayContaining([
          {
            ...shared,
            ...{ kind: 'question', id: questionId, authorId: null, isAnonymous: true, createdAt },
            ...{ excerpt: `It was ${word}`, matches: [[7, word.length]], boostCount: 4 },
          },
          {
            ...shared,
            ...{ kind: 'reply', id: answered.id, authorId: jonas, isAnonymous: false, createdAt: answered.createdAt },
            ...{ excerpt: `Not ${word}`, matches: [[4, word.length]], boostCount: 0 },
          },
        ]),
      );
    }
    expect((await page(`${word} missing`)).results).toEqual([]);
    expect((await page('?!')).results).toEqual([]);
  });

  it('of very many matches, results are the newest of each kind and the most boosted', async () => {
    const word = randomWord();
    const asked: string[] = [];
    const { id: replyId } = await reply((await ask({}, jonas)).id, word);
    for (let index = 0; index < 12; index += 1)
      asked.push(...idsOf(await Promise.all(Array.from({ length: 10 }, () => ask({ title: word })))));
    await content.engagement.publish(newBoostFact(asked[0]!, 900));
    await settled();
    // Questions with the word do not displace the only reply, although the reply is older.
    for (const kind of ['reply', null] as const) expect(await allOf(word, kind)).toContain(replyId);
    expect(await allOf(word, 'question')).not.toContain(replyId);
    const found = await allOf(word, 'question');
    expect(found[0]).toBe(asked[0]);
    expect(new Set(found).size).toBe(101);
    expect(new Set(found)).toEqual(new Set([asked[0], ...asked.slice(20)]));
  });

  it('results include older texts if few of the newest contain the word', async () => {
    const word = randomWord();
    const old = await ask({ title: word });
    await settled();
    const others = Array.from({ length: 6000 }, () => uuidv7());
    await content.rows(
      `insert into searchable (content_id, kind, document) select id, 'question', 'another:1' from unnest($1::uuid[]) as id`,
      others,
    );
    const asked = await Promise.all(Array.from({ length: 5 }, () => ask({ title: word })));
    await settled();
    expect(idsOf((await page(word)).results).sort()).toEqual(idsOf([old, ...asked]).sort());
    await content.rows('delete from searchable where content_id = any($1)', others);
  });

  it('results with more boosts come first, and pages neither repeat nor skip results', async () => {
    const word = randomWord();
    const asked = await Promise.all(Array.from({ length: 45 }, (_, index) => ask({ title: `${word} ${index}` })));
    await content.engagement.publish(newBoostFact(asked[7]!.id, 9), newBoostFact(asked[3]!.id, 90));
    await settled();
    const pages: string[][] = [];
    for (let after: string | null = null; ; ) {
      const { results, next }: Awaited<ReturnType<typeof page>> = await page(word, { after });
      pages.push(idsOf(results));
      after = next;
      if (after === null) break;
    }
    expect(pages.map(({ length }) => length)).toEqual([20, 20, 5]);
    expect(pages[0]!.slice(0, 2)).toEqual([asked[3]!.id, asked[7]!.id]);
    expect(new Set(pages.flat())).toEqual(new Set(idsOf(asked)));
    for (const after of ['nonsense', Buffer.from('[1]').toString('base64url')])
      await expectRefusal(page(word, { after }), 'anchor_expired');
  });
});

describe('similar questions', () => {
  const similar = async (title: string, as: string | null = jonas) =>
    idsOf((await content.call(contentRpc.similarQuestions, { title }, as)).questions);

  it('up to three listed, open questions are returned as similar, most similar first', async () => {
    const [one, two] = randomWords();
    const title = `Should I tell ${one} about ${two}?`;
    const [far, near, same] = [
      await ask({ title: `Why did nobody tell ${two} what ${one} did in that summer?` }),
      await ask({ title: `Should I tell ${one} of ${two}?` }),
      await ask({ title }),
    ];
    await ask({ title, replyBoostThreshold: 2 });
    await ask({ title, targetId: tara });
    await ask({ title: `Only ${one}` });
    await ask({ title: 'Should I tell somebody else about something else?' });
    await settled();
    expect(await similar(title)).toEqual([same.id, near.id, far.id]);
    await remove('question', same.id, maya);
    expect(await similar(title)).toEqual([near.id, far.id]);
    expect(await similar('?!?!?!?!')).toEqual([]);
  });
});

it('a rebuild makes the same index of posts', async () => {
  await settled();
  const before = await tableRows(content.pool, ['searchable']);
  expect(before.searchable).not.toEqual([]);
  await content.service.rebuild(searchProjector);
  expect(await tableRows(content.pool, ['searchable'])).toEqual(before);
});
