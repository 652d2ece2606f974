import { AskQuestionBody, ErrorBody, ErrorCode, errorRules, FeedQuery, Refusal } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { NotFoundException } from '@nestjs/common';
import { isNoneMatch, weakETag } from '../present/encoded-json.js';
import { errorAnswer, refusalOf } from '../present/refusal.js';
import { checkSchema } from './api-guard.js';

const frameworkError = (statusCode: number) => Object.assign(new Error('internals of a framework'), { statusCode });

describe('errors', () => {
  it.each(ErrorCode.options)('an error %s has the common shape, and its status in the error table', (code) => {
    const { status, body, retryAfter } = errorAnswer(new Refusal(code), 'request-1');
    expect(status).toBe(errorRules[code].status);
    expect(ErrorBody.parse(body)).toEqual({ error: errorRules[code].text, code, requestId: 'request-1' });
    expect(retryAfter !== null).toBe(status === 429 || status === 503);
  });

  it('an answer contains the text, fields, wipe and seconds of its refusal', () => {
    const details = { fields: { title: 'Too long' }, wipeId: 'w' };
    const { body } = errorAnswer(new Refusal('invalid_input', 'Too long', details), 'r');
    expect(body).toEqual({ error: 'Too long', code: 'invalid_input', ...details, requestId: 'r' });
    expect(errorAnswer(new Refusal('rate_limited', undefined, { retryAfter: 17 }), 'r').retryAfter).toBe(17);
  });

  it('wrong fields are explained in words, even if the schema has no texts', () => {
    const fieldsOf = (...asked: Parameters<typeof checkSchema>) => checkSchema(...asked).mistakes?.details.fields;
    expect(fieldsOf(AskQuestionBody, { title: 'Why?', isAnonymous: 'yes', replyBoostThreshold: 101 })).toEqual({
      isAnonymous: 'Invalid input: expected boolean, received string',
      replyBoostThreshold: 'Too big: expected number to be <=100',
    });
    expect(fieldsOf(AskQuestionBody, [])).toEqual({ body: 'Invalid input: expected object, received array' });
    expect(fieldsOf(FeedQuery, { page: '1.5' })).toEqual({ page: 'Must be a whole number' });
  });

  it('an answer hides the cause of an internal fault', () => {
    const refusals = (['unavailable', 'internal'] as const).map((code) => new Refusal(code, 'secret'));
    for (const error of [new Error('secret'), 'secret', null, frameworkError(502), ...refusals]) {
      const { status, body } = errorAnswer(refusalOf(error), 'r');
      expect(status).toBeGreaterThanOrEqual(500);
      expect(JSON.stringify(body)).not.toMatch(/secret|framework/);
    }
  });

  it.each([
    [400, 'invalid_input'],
    [404, 'not_found'],
    [413, 'too_large'],
    [414, 'not_found'],
    [415, 'unsupported_media'],
  ])('an error of a framework with status %i becomes the refusal %s', (status, code) => {
    expect(refusalOf(frameworkError(status)).code).toBe(code);
  });

  it('Nest’s own exceptions are mapped by their status', () => {
    expect(refusalOf(new NotFoundException()).code).toBe('not_found');
  });
});

describe('ETags', () => {
  it('ETags are weak, equal for equal bodies, and compared weakly', () => {
    const etag = weakETag('{"a":1}');
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    expect([weakETag('{"a":1}') === etag, weakETag('{"a":2}') === etag]).toEqual([true, false]);
    const matching = [`"other", ${etag}`, etag.slice(2), '*'];
    for (const header of [...matching, '"other"', undefined])
      expect(isNoneMatch(header, etag)).toBe(header !== undefined && matching.includes(header));
  });
});
