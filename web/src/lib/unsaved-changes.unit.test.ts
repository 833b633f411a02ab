import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '..');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.tsx'),
);

/** Forms with nothing in them that would have to be thought of and typed again. */
const exempt: Readonly<Record<string, string>> = {
  'components/staff/create-form.tsx': 'the forms in it report theirs',
  'features/account/delete-dialog.tsx': 'a password only',
  'features/audit/subject-search.tsx': 'a search',
  'features/auth/email-code-form.tsx': 'an address and a code only',
  'features/auth/forgot-form.tsx': 'an address only',
  'features/auth/sign-in-form.tsx': 'credentials only',
  'features/reset-password/reset-password-form.tsx': 'a password only',
  'features/sign-in-link/sign-in-link-page.tsx': 'a choice only',
  'features/staff-gate/account-sign-in-form.tsx': 'credentials only',
  'features/staff-gate/code-step.tsx': 'a code only',
  'features/staff-gate/forgot-password-form.tsx': 'an address only',
  'features/staff-gate/shared-password-form.tsx': 'a password only',
  'features/staff-reset-password/new-password-form.tsx': 'a password only',
  'features/staff-second-factor/proof-form.tsx': 'credentials only',
  'features/staff-second-factor/set-up.tsx': 'a password or a code only',
};

it('every form reports its unsaved changes, or is exempt for a reason', () => {
  const silent = files.filter((name) => {
    const code = readFileSync(join(source, name), 'utf8');
    return (
      /<(form|FormDialog|CreateForm)\b/.test(code) &&
      !/useUnsavedChanges\(|useCreateForm[<(]|isUnsaved=/.test(code)
    );
  });
  expect(silent.sort()).toEqual(Object.keys(exempt).sort());
});
