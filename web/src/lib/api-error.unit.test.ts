import { describe, expect, it } from 'vitest';
import {
  createOfflineError,
  createUnsuccessfulError,
  getErrorMessage,
  isMissingPassError,
  isSignedOutError,
  toApiError,
} from './api-error.ts';

describe('an answer that is not OK', () => {
  it("carries the server's sentence, code, issues and request id", () => {
    const text = JSON.stringify({
      success: false,
      error: 'This class is full.',
      code: 'CLASS_FULL',
      requestId: 'req-1',
      issues: [{ path: 'classId', message: 'Use another' }],
    });
    const error = toApiError(409, 'Conflict', text);
    expect(error).toMatchObject({
      status: 409,
      code: 'CLASS_FULL',
      message: 'This class is full.',
      requestId: 'req-1',
      issues: [{ path: 'classId', message: 'Use another' }],
    });
    expect(String(error)).toBe(`409: ${text}`);
  });

  it('gets a default message for a body that is not the API’s, and the raw form of the spec', () => {
    const error = toApiError(502, 'Bad Gateway', '');
    expect(error.code).toBe('UNEXPECTED');
    expect(error.message).not.toMatch(/502|Gateway/);
    expect(error.raw).toBe('502: Bad Gateway');
    expect(toApiError(500, 'x', '<html>').message).toBe(toApiError(502, 'x', '').message);
  });

  it('is UNEXPECTED for any text that is no error of the API', () => {
    for (const text of ['null', '[]', '"error"', '{"error":1,"code":"X"}', '{', '']) {
      expect(toApiError(418, 'Teapot', text).code).toBe('UNEXPECTED');
    }
  });
});

it('gives a request without an answer status 0 and code OFFLINE', () => {
  expect(createOfflineError(new TypeError('Failed to fetch'))).toMatchObject({
    status: 0,
    code: 'OFFLINE',
    raw: '0: Failed to fetch',
  });
});

it("returns an API error's message, and the fallback for any other error", () => {
  expect(getErrorMessage(createOfflineError(undefined), 'Please try again.')).toMatch(/connection/);
  expect(getErrorMessage(new TypeError('undefined is not a function'), 'Please try again.')).toBe(
    'Please try again.',
  );
});

it.each([
  ['You need more class credits to book.', true],
  ['You need a Class Pass.', true],
  ['This class is full.', false],
  ['Your pass has expired.', false],
])('takes "%s" as a missing pass: %s', (message, isMissing) => {
  expect(isMissingPassError(createUnsuccessfulError(200, message))).toBe(isMissing);
});

it('takes the code NO_PASS as a missing pass, whatever its words', () => {
  const body = JSON.stringify({ error: 'Nothing left.', code: 'NO_PASS' });
  expect(isMissingPassError(toApiError(409, 'Conflict', body))).toBe(true);
});

it.each([
  [createUnsuccessfulError(200, 'Please sign in to view bookings'), true],
  [createUnsuccessfulError(200, '401: Unauthorized'), true],
  [toApiError(401, 'Unauthorized', ''), true],
  [toApiError(500, 'Error', '{"error":"Broken","code":"INTERNAL","requestId":"4011"}'), false],
  [new Error('401'), false],
])('decides whether %s means signed out', (error, isSignedOut) => {
  expect(isSignedOutError(error)).toBe(isSignedOut);
});
