import { describe, expect, it } from 'vitest';
import { isPostgresUnavailable } from './unavailable.ts';

const withCode = (code: string, message = 'It failed') => Object.assign(new Error(message), { code });

describe('isPostgresUnavailable', () => {
  it.each([
    ['a refused connection', withCode('ECONNREFUSED')],
    ['a broken connection', new Error('Connection terminated unexpectedly')],
    ['a query timeout', new Error('Query read timeout')],
    ['a connect timeout', new Error('timeout exceeded when trying to connect')],
    ['a statement timeout', withCode('57014', 'canceling statement due to statement timeout')],
    ['a full disk', withCode('53100', 'could not extend file')],
    ['too many connections', withCode('53300')],
    ['a recovering server', withCode('57P03')],
    [
      'one of these as the cause',
      new Error('The checkpoints could not be moved', { cause: withCode('08006') }),
    ],
  ])('is true for %s', (_, error) => {
    expect(isPostgresUnavailable(error)).toBe(true);
  });

  it.each([
    ['a syntax error', withCode('42601')],
    ['a unique violation', withCode('23505')],
    ['a bug', new TypeError('x is not a function')],
    ['a value that is not an error', 'ECONNREFUSED'],
  ])('is false for %s', (_, error) => {
    expect(isPostgresUnavailable(error)).toBe(false);
  });
});
