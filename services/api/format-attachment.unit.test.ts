import { expect, it } from 'vitest';
import { nastyCases } from '#tools/testing/nasty-texts.ts';
import { formatAttachment } from './format-attachment.ts';

it.each(nastyCases)('writes %s as one file name without folders', (_name, text) => {
  const header = formatAttachment(`${text}.csv`);
  const [, name = ''] = /^attachment; filename="([\w.-]+)"$/.exec(header) ?? [];
  expect(name).toMatch(/^[^.].*\.csv$/);
  expect(name).not.toContain('..');
  expect(new Headers({ 'content-disposition': header }).get('content-disposition')).toBe(header);
});

it('keeps the names of the studio’s files', () => {
  expect(formatAttachment('monthly-report-2026-05.xlsx')).toBe(
    'attachment; filename="monthly-report-2026-05.xlsx"',
  );
});
