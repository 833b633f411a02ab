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

  it('speaks kindly for a body that is not ours, and keeps the form of the spec', () => {
    const error = toApiError(502, 'Bad Gateway', '');
    expect(error.code).toBe('UNEXPECTED');
    expect(error.message).not.toMatch(/502|Gateway/);
    expect(error.raw).toBe('502: Bad Gateway');
    expect(toApiError(500, 'x', '<html>').message).toBe(toApiError(502, 'x', '').message);
  });

  it('reads any text without throwing', () => {
    for (const text of ['null', '[]', '"error"', '{"error":1,"code":"X"}', '{', '']) {
      expect(toApiError(418, 'Teapot', text).code).toBe('UNEXPECTED');
    }
  });
});

it('knows that no answer came', () => {
  expect(createOfflineError(new TypeError('Failed to fetch'))).toMatchObject({
    status: 0,
    code: 'OFFLINE',
    raw: '0: Failed to fetch',
  });
});

it("shows the server's sentence, or the spec's own for anything else", () => {
  expect(getErrorMessage(createOfflineError(undefined), 'Please try again.')).toMatch(/connection/);
  expect(getErrorMessage(new TypeError('undefined is not a function'), 'Please try again.')).toBe(
    'Please try again.',
  );
});
