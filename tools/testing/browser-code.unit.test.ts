import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const sources = globSync('web/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$/.test(file),
);

/** What a script in the page could abuse, and the only files that use it. */
const risks: readonly (readonly [what: string, pattern: RegExp, files: readonly string[]])[] = [
  [
    'stores the token of a member, attendance marks, or that someone declined a passkey',
    /\blocalStorage\b|\bcreateStoredText\b/,
    [
      'web/src/features/instructor/attendance-queue.ts',
      'web/src/features/passkeys/passkey-offer.tsx',
      'web/src/lib/session-token.ts',
      'web/src/lib/stored-text.ts',
    ],
  ],
  [
    'stores the token of staff, what staff search a table for, or the class that someone wants or pays for',
    /\bsessionStorage\b/,
    [
      'web/src/features/checkout/own-reservations.ts',
      'web/src/features/timetable/wanted-class.ts',
      'web/src/lib/staff-session.ts',
      'web/src/lib/stored-search.ts',
    ],
  ],
  ['stores anything else', /\bindexedDB\b|\bcaches\.|document\.cookie/, []],
  ['has a service worker', /serviceWorker/, ['web/src/lib/push-device.ts', 'web/src/lib/service-worker.ts']],
  [
    'sets HTML',
    /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write/,
    ['web/src/features/home/class-events-data.tsx'],
  ],
  ['runs text as code', /\beval\(|new Function\(|set(Timeout|Interval)\(['"`]/, []],
  ['receives messages of other windows', /addEventListener\(\s*'message'|\bonmessage\b/, []],
  [
    'leaves the site',
    /location\.(assign|replace|href\s*=)|window\.open\(/,
    ['web/src/features/membership/use-subscribe.ts'],
  ],
  ['takes a password', /type=(['"]|\{[^}]*')password/, ['web/src/components/ui/password-input.tsx']],
  ['prevents pasting', /onPaste|onBeforeInput/, []],
];

test.each(risks)('only the known files of the web have code that %s', (_what, pattern, files) => {
  expect(sources.length).toBeGreaterThan(300);
  const found = sources.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')));
  expect(found.toSorted()).toEqual(files);
});
