import { expect, test } from 'vitest';
import { nastyCases } from '#tools/testing/nasty-texts.ts';
import { createLogger } from './logger.ts';

function capture(level = 'info') {
  const lines: string[] = [];
  const logger = createLogger({
    level,
    component: 'test',
    destination: { write: (line) => lines.push(line) },
  });
  return { logger, lines, last: () => JSON.parse(lines.at(-1) ?? '') };
}

test('redacts personal data and secrets up to three objects deep', () => {
  const { logger, lines } = capture();
  logger.info({
    email: 'ada@example.com',
    member: { name: 'Ada Lovelace', phone: '01227 000000' },
    request: { headers: { authorization: 'Bearer 123', cookie: 'sid=123', 'set-cookie': 'sid=123' } },
    a: { b: { c: { password: 'hunter2', token: 'tok' } } },
    memberId: 'm-1',
  });
  const line = lines.join('');
  for (const secret of ['ada@', 'Lovelace', '01227', 'Bearer', 'sid=123', 'hunter2', 'tok"']) {
    expect(line).not.toContain(secret);
  }
  expect(line).toContain('m-1');
});

test('redacts bindings, and texts and numbers in private fields', () => {
  const { logger, last } = capture();
  logger
    .child({ member: { email: 'ada@example.com' }, phone: '01227 000000' })
    .info({ token: 7, name: true });
  expect(last()).toMatchObject({
    member: { email: '[redacted]' },
    phone: '[redacted]',
    token: '[redacted]',
    name: '[redacted]',
  });
});

test('writes other fields unchanged', () => {
  const { logger, last } = capture();
  logger
    .child({ requestId: 'r "1"', tries: 2, isLast: false })
    .info(
      { ms: 1.5, odd: Number.NaN, text: 'é\n"', none: null, left: undefined, list: ['a', 1] },
      'said "so"',
    );
  expect(last()).toMatchObject({
    requestId: 'r "1"',
    tries: 2,
    isLast: false,
    ms: 1.5,
    odd: null,
    none: null,
  });
  expect(last()).toMatchObject({ text: 'é\n"', list: ['a', 1], msg: 'said "so"' });
  expect(last()).not.toHaveProperty('left');
});

test('writes bound ids, and nothing below the level', () => {
  const { logger, lines, last } = capture('warn');
  logger.info('quiet');
  expect(lines).toHaveLength(0);
  logger.child({ requestId: 'r1', commandId: 'c1' }).warn('loud');
  expect(last()).toMatchObject({
    level: 'warn',
    component: 'test',
    requestId: 'r1',
    commandId: 'c1',
    msg: 'loud',
  });
});

test('writes an error by class, code, message and causes, without other fields', () => {
  const { logger, last } = capture();
  const cause = Object.assign(new TypeError('inner'), { body: 'ada@example.com', code: 'E1' });
  logger.error({ err: new Error('outer', { cause }) }, 'failed');
  expect(last().err).toMatchObject({
    type: 'Error',
    message: 'outer',
    stack: expect.any(String),
    cause: { type: 'TypeError', message: 'inner', code: 'E1' },
  });
  expect(JSON.stringify(last())).not.toContain('ada@');
});

test.each(nastyCases)('writes %s on one line, as characters that no terminal acts upon', (_name, text) => {
  const { logger, lines, last } = capture();
  logger.child({ reference: text }).warn({ note: text, err: new Error(text) }, text);
  expect(lines).toHaveLength(1);
  const [line = ''] = lines;
  expect(line).toMatch(/^[^\p{Cc}]*\n$/u);
  expect(line).not.toMatch(/[\u2028\u2029\ufeff\p{Bidi_Control}]/u);
  expect(last()).toMatchObject({ level: 'warn', reference: text, note: text, msg: text });
  expect(last()).toMatchObject({ err: { message: text } });
});
