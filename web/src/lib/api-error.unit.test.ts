import { describe, expect, it } from 'vitest';
import { createOfflineError, getErrorMessage, toApiError } from './api-error.ts';

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
