import { ErrorBody, ErrorCode, errorRules, Refusal } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { NotFoundException } from '@nestjs/common';
import { isNoneMatch, weakETag } from '../present/encoded-json.js';
import { errorAnswer, refusalOf } from '../present/refusal.js';

const frameworkError = (statusCode: number) => Object.assign(new Error('internals of a framework'), { statusCode });

describe('errors', () => {
  it.each(ErrorCode.options)('answer %s in the common shape with the status of the table', (code) => {
    const { status, body, retryAfter } = errorAnswer(new Refusal(code), 'request-1');
    expect(status).toBe(errorRules[code].status);
    expect(ErrorBody.parse(body)).toEqual({ error: errorRules[code].text, code, requestId: 'request-1' });
    expect(retryAfter !== null).toBe(status === 429 || status === 503);
  });

  it('pass on text, fields and seconds of a refusal', () => {
    const answer = errorAnswer(new Refusal('invalid_input', 'Too long', { fields: { title: 'Too long' } }), 'r');
    expect(answer.body).toEqual({
      error: 'Too long',
      code: 'invalid_input',
      fields: { title: 'Too long' },
      requestId: 'r',
    });
    expect(errorAnswer(new Refusal('rate_limited', undefined, { retryAfter: 17 }), 'r').retryAfter).toBe(17);
  });

  it('hide the cause of an internal fault', () => {
    for (const error of [
      new Error('secret'),
      'secret',
      null,
      new Refusal('unavailable', 'secret'),
      new Refusal('internal', 'secret'),
      frameworkError(502),
    ]) {
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
  ])('map a framework’s %i to %s', (status, code) => {
    expect(refusalOf(frameworkError(status)).code).toBe(code);
  });

  it('map Nest’s own exceptions by their status', () => {
    expect(refusalOf(new NotFoundException()).code).toBe('not_found');
  });
});

describe('ETags', () => {
  it('are weak, equal for equal bodies and compared weakly', () => {
    const etag = weakETag('{"a":1}');
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    expect(weakETag('{"a":1}')).toBe(etag);
    expect(weakETag('{"a":2}')).not.toBe(etag);
    expect(isNoneMatch(`"other", ${etag}`, etag)).toBe(true);
    expect(isNoneMatch(etag.slice(2), etag)).toBe(true);
    expect(isNoneMatch('*', etag)).toBe(true);
    expect(isNoneMatch('"other"', etag)).toBe(false);
    expect(isNoneMatch(undefined, etag)).toBe(false);
  });
});
