import { describe, expect, it } from '@jest/globals';
import {
  AskQuestionBody,
  BeforeInstantQuery,
  ChatBody,
  ErrorBody,
  ErrorCode,
  errorRules,
  Id,
  isBlank,
  Notifications,
  ProfileLinkBody,
  ReadableFeed,
  RegisterBody,
  ReplyBody,
  RepostBody,
  RoomPage,
  textLength,
  XpActivities,
} from './index.js';

const questionId = '01970000-0000-7000-8000-000000000001';

describe('a registration', () => {
  it.each([
    [{ username: '', password: 'secret1' }, 'Username required'],
    [{ username: 'ab', password: 'secret1' }, 'Username must be at least 3 characters long'],
    [{ username: 'maya', password: '' }, 'Password required'],
    [{ username: 'maya', password: ' \t      ' }, 'Password required'],
    [{ username: 'maya', password: '12345' }, 'Password must be at least 6 characters long'],
    [{ username: 'maya', password: '😀😀a' }, 'Password must be at least 6 characters long'],
    [{ username: 'maya', password: '😀'.repeat(65) }, 'Password must be at most 128 characters long'],
    [{ username: 'maya', password: 'e\u0301'.repeat(5) }, 'Password must be at least 6 characters long'],
    [{ username: 'maya', password: 'ﷺ'.repeat(8) }, 'Password must be at most 128 characters long'],
    [{ username: '𠮷'.repeat(26), password: 'secret1' }, 'Username must be at most 50 characters long'],
  ])('of %j is refused with the text "%s"', (body, text) => {
    expect(RegisterBody.safeParse(body).error?.issues[0]?.message).toBe(text);
  });
});

describe('a short password or name', () => {
  it('a short password or name is measured in UTF-16 units, as in the form', () => {
    expect(RegisterBody.safeParse({ username: '𠮷𠮷', password: '😀😀😀' }).success).toBe(true);
  });

  it.each([
    ['ﬃﬃ', 'ffiffi'],
    ['e\u0301'.repeat(128), '\u00E9'.repeat(128)],
    [' ｐass word ', ' pass word '],
  ])('the password %j is counted and stored as %j, after NFKC and untrimmed', (password, kept) => {
    expect(RegisterBody.safeParse({ username: 'maya', password }).data?.password).toBe(kept);
  });
});

describe('a reply with sound or film', () => {
  it.each([
    [{ mediaType: 'text', mediaUrl: null }, {}],
    [{}, {}],
    [
      { mediaType: 'audio' },
      { mediaType: 'Audio and video replies are coming soon', mediaUrl: 'Media URL is required' },
    ],
    [
      { mediaType: 'video', mediaUrl: ' ' },
      { mediaType: 'Audio and video replies are coming soon', mediaUrl: 'Media URL is required' },
    ],
    [
      { mediaType: 'video', mediaUrl: 'https://a.example/b.mp4' },
      { mediaType: 'Audio and video replies are coming soon' },
    ],
    [{ mediaUrl: 'https://a.example/b.mp3' }, { mediaUrl: 'Audio and video replies are coming soon' }],
    [{ mediaType: 'image' }, { mediaType: 'Audio and video replies are coming soon' }],
  ])('gets a problem for each wrong media field: %j', (media, problems) => {
    const { error } = ReplyBody.safeParse({ content: 'Hello.', ...media });
    expect(Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))).toEqual(
      problems,
    );
  });
});

describe('words', () => {
  it('words are counted after trimming, in UTF-16 units', () => {
    expect([textLength('  abc '), textLength('👋')]).toEqual([3, 2]);
  });

  it.each([
    ['chat', ChatBody, 280],
    ['dialog', ReplyBody, 500],
  ] as const)('of the %s have a limit, and an emoji counts as two characters', (_name, body, limit) => {
    const parse = (content: string) => body.safeParse({ content, questionId }).success;
    expect([
      parse('x'.repeat(limit)),
      parse(` ${'x'.repeat(limit)} `),
      parse('x'.repeat(limit + 1)),
      parse('   '),
      parse('😀'.repeat(limit / 2)),
      parse('😀'.repeat(limit / 2 + 1)),
    ]).toEqual([true, true, false, false, true, false]);
  });

  it('words of optional fields are counted in UTF-16 units', () => {
    const parse = (emojis: number) => RepostBody.safeParse({ repostText: '😀'.repeat(emojis) }).success;
    expect([parse(250), parse(251)]).toEqual([true, false]);
  });

  it.each([
    ['blanks of other writing', '\u00a0\u3000'],
    ['spaces without width', '\u200b\u200d\ufeff'],
    ['marks of direction', '\u202e\u2066'],
    ['fillers', '\u3164\u2800'],
    ['a selector of variants', '\ufe0f'],
    ['a selector beyond the first plane', '\u{e0100}'],
    ['tags', '\u{e0041}\u{e007f}'],
    ['a joiner of graphemes', '\u034f'],
    ['Korean fillers', '\u115f\u1160\uffa0'],
    ['Khmer vowels without form', '\u17b4\u17b5'],
    ['Mongolian separators', '\u180b\u180e'],
    ['marks of ruby', '\ufff9\ufffa\ufffb'],
    ['joiners of hieroglyphs', '\u{13430}\u{1343f}'],
    ['a notehead without ink', '\u{1d159}'],
    ['controls', '\u0001\u0085'],
  ])('count as missing if they are invisible: %s', (_name, content) => {
    expect(isBlank(content)).toBe(true);
    expect(AskQuestionBody.parse({ title: 'Why?', description: content }).description).toBeNull();
    expect(RepostBody.parse({ repostText: content }).repostText).toBeNull();
    expect(ProfileLinkBody.parse({ profileLink: content }).profileLink).toBeNull();
    expect(ChatBody.safeParse({ content, questionId }).error?.issues[0]?.message).toBe('Reply cannot be empty');
    expect(AskQuestionBody.safeParse({ title: content }).error?.issues[0]?.message).toBe(
      'Please enter a question title.',
    );
  });

  it.each([
    ['a null character', 'a\0b'],
    ['half of a pair', '\ud83d'],
    ['the other half', 'wave \udc4b'],
  ])('with %s are refused, as they cannot be stored', (_name, words) => {
    expect([ChatBody, ReplyBody].map((body) => body.safeParse({ content: words, questionId }).success)).toEqual([
      false,
      false,
    ]);
    expect(AskQuestionBody.safeParse({ title: words }).success).toBe(false);
    expect(AskQuestionBody.safeParse({ title: 'Why?', description: words }).success).toBe(false);
  });

  it.each(['👋🏽', '❤️', '👩‍👩‍👧', '.', '\u202eabc', '#️⃣', '\u06dd', '\u2801', '\u3164a'])(
    'are accepted if they are visible: %s',
    (content) => {
      expect(ChatBody.safeParse({ content, questionId }).success).toBe(true);
    },
  );

  it('a description of spaces only becomes null', () => {
    expect(AskQuestionBody.parse({ title: 'Why?', description: '   ' }).description).toBeNull();
  });

  it.each([-1, 101, 1.5, '3'])('a confession threshold of %j is refused', (replyBoostThreshold) => {
    expect(AskQuestionBody.safeParse({ title: 'Why?', replyBoostThreshold }).success).toBe(false);
  });
});

describe('error codes', () => {
  it('error codes have an HTTP status of at least 400', () => {
    for (const code of ErrorCode.options) expect(errorRules[code].status).toBeGreaterThanOrEqual(400);
  });
});

describe('an answer of a newer server', () => {
  const id = questionId;
  const createdAt = '2026-01-02T03:04:05.678Z';
  const card = {
    id,
    username: 'maya',
    profileImage: null,
    gradientColors: '',
    level: 2,
    badge: 'mythical',
    profileBorder: 'golden',
    profileAura: 'rainbow',
    isCreator: false,
    isAmbassador: false,
    isSpotlight: false,
    hideAmbassadorTitle: false,
  };

  it('unknown notification types and auras of a newer server are read as defaults', () => {
    const about = { contentType: 'song', contentId: id, questionId: null, title: null };
    const notification = {
      id,
      type: 'serenade',
      message: 'somebody sang',
      isRead: false,
      createdAt,
      ...about,
      actor: card,
      count: 1,
    };
    expect(Notifications.parse([notification])).toMatchObject([
      {
        type: 'other',
        contentType: null,
        actor: { badge: null, profileBorder: null, profileAura: 'none', username: 'maya' },
      },
    ]);
  });

  it('unknown room entries of a newer server are read as `other`', () => {
    const revealed = { number: 2, entry: 'revealed', revealCount: 3, openedAt: '2026-11-21T12:00:00.000Z' };
    const page = { from: 1, to: 2, lastNumber: 2, entries: [{ number: 1, entry: 'sung' }, revealed] };
    expect(RoomPage.parse(page).entries).toEqual([{ number: 1, entry: 'other' }, revealed]);
  });

  it('unknown feed items of a newer server are dropped', () => {
    expect(ReadableFeed.parse([{ kind: 'song', id }])).toEqual([]);
  });

  it('unknown XP rules and error codes of a newer server are read as defaults', () => {
    const earned = { rule: 'sang', amount: 5, counted: 5, isReversed: false, reversedBecause: null };
    expect(XpActivities.parse([{ id, ...earned, contentType: 'song', contentId: id, createdAt }])).toMatchObject([
      { rule: 'other', contentType: null },
    ]);
    expect(ErrorBody.parse({ error: 'No', code: 'out_of_tune', requestId: 'r' })).toMatchObject({
      code: 'internal',
      error: 'No',
    });
  });
});

describe('an instant', () => {
  it.each([
    ['2026-11-23T14:00:00.000Z', true],
    ['0001-01-01T00:00:00.000Z', true],
    ['9999-12-31T23:59:59.999Z', true],
    // PostgreSQL has no year 0.
    ['0000-12-31T23:59:59.999Z', false],
    ['2026-02-30T00:00:00.000Z', false],
    ['2026-11-23T14:00:00Z', false],
    ['soon', false],
  ])('is checked for its format and range: "%s" is valid: %s', (text, isOne) => {
    expect(BeforeInstantQuery.safeParse({ before: text }).success).toBe(isOne);
  });
});

describe('ids', () => {
  it('ids are normalized to lower case', () => {
    expect(Id.parse(questionId.toUpperCase())).toBe(questionId);
    expect(Id.safeParse('nonsense').success).toBe(false);
  });
});
