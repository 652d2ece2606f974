import { AskQuestionBody, FeedQuery } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { check } from './api-guard.js';

const fieldsOf = (schema: Parameters<typeof check>[0], input: unknown) => check(schema, input).mistakes?.details.fields;

describe('mistakes in a body or query', () => {
  it('are named in words, also if a schema has none of its own', () => {
    expect(fieldsOf(AskQuestionBody, { title: 'Why?', isAnonymous: 'yes', replyBoostThreshold: 101 })).toEqual({
      isAnonymous: 'Invalid input: expected boolean, received string',
      replyBoostThreshold: 'Too big: expected number to be <=100',
    });
    expect(fieldsOf(AskQuestionBody, [])).toEqual({ body: 'Invalid input: expected object, received array' });
    expect(fieldsOf(FeedQuery, { page: '1.5' })).toEqual({ page: 'Must be a whole number' });
  });

  it('mark a malformed id, which is reported before permission', () => {
    expect(check(AskQuestionBody, { title: 'Why?', creatorId: 'zzz' })).toMatchObject({ hasMalformedId: true });
    expect(check(AskQuestionBody, { title: '' })).toMatchObject({ hasMalformedId: false });
    expect(check(AskQuestionBody, { title: ' Why? ' })).toMatchObject({
      mistakes: null,
      value: { title: 'Why?', isAnonymous: false },
    });
  });
});
