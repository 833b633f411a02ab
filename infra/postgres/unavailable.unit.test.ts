import { describe, expect, it } from 'vitest';
import { isPostgresUnavailable } from './unavailable.ts';

const withCode = (code: string, message = 'It failed') => Object.assign(new Error(message), { code });

describe('what says that Postgres can do nothing now', () => {
  it.each([
    ['nobody listens', withCode('ECONNREFUSED')],
    ['the connection broke', new Error('Connection terminated unexpectedly')],
    ['it does not answer', new Error('Query read timeout')],
    ['no connection came free', new Error('timeout exceeded when trying to connect')],
    ['the server ended the statement', withCode('57014', 'canceling statement due to statement timeout')],
    ['the disk is full', withCode('53100', 'could not extend file')],
    ['there are too many connections', withCode('53300')],
    ['it recovers', withCode('57P03')],
    [
      'one of these is behind it',
      new Error('The checkpoints could not be moved', { cause: withCode('08006') }),
    ],
  ])('%s', (_, error) => {
    expect(isPostgresUnavailable(error)).toBe(true);
  });

  it.each([
    ['a wrong statement', withCode('42601')],
    ['a row that is there already', withCode('23505')],
    ['a fault of ours', new TypeError('x is not a function')],
    ['no error at all', 'ECONNREFUSED'],
  ])('but not %s', (_, error) => {
    expect(isPostgresUnavailable(error)).toBe(false);
  });
});
