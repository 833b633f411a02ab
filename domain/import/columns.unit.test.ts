import { expect, it } from 'vitest';
import { detectPreset, resolveColumns } from './columns.ts';

const none = { preset: 'plain', mapping: {} } as const;

it('finds headers however they are spelt', () => {
  const header = ['ID', 'FirstName', 'last_name', 'E-Mail', 'Mobile phone'];
  const { columns, missing } = resolveColumns('members', header, { preset: 'mindbody', mapping: {} });
  expect(columns).toEqual({ name: [1, 2], email: [3], phone: [4] });
  expect(missing).toEqual([]);
});

it('names the fields without a column, and only those that are needed', () => {
  const { missing } = resolveColumns('passes', ['email', 'pass'], none);
  expect(missing).toEqual(['remaining', 'expires']);
});

it('prefers columns mapped by hand to the preset', () => {
  const header = ['Name', 'Vorname', 'Nachname', 'Email'];
  const mapping = { members: { name: ['Vorname', 'Nachname'], phone: ['Telefon'] } };
  const found = resolveColumns('members', header, { preset: 'momence', mapping });
  expect(found).toEqual({ columns: { name: [1, 2], email: [3] }, missing: ['phone'] });
  const without = resolveColumns('members', header, {
    preset: 'momence',
    mapping: { members: { name: [] } },
  });
  expect(without.missing).toEqual(['name']);
});

it('detects the preset by the headers of all files', () => {
  const mindbody = {
    members: ['First Name', 'Last Name', 'Email'],
    passes: ['Email', 'Pricing Option', 'Remaining', 'Expiration Date'],
  };
  const momence = {
    members: ['Customer Name', 'Customer Email'],
    passes: ['Customer Email', 'Pack Name', 'Credits Left', 'Expires'],
  };
  expect(detectPreset(mindbody, {})).toBe('mindbody');
  expect(detectPreset(momence, {})).toBe('momence');
  expect(detectPreset({ members: ['name', 'email'] }, {})).toBe('plain');
  expect(detectPreset({ members: ['Wer', 'Wo'] }, {})).toBe('plain');
});
