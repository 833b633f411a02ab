import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AcceptedTerms } from '#domain/accepted-terms.ts';

/** The day from which the text on /terms-of-service is used. A changed text is a new file and a new version; old files stay. */
const VERSION = '2026-11-28';

const text = readFileSync(new URL(`${VERSION}.txt`, import.meta.url));

/** What a member accepts who buys now. */
export const currentTerms: AcceptedTerms = {
  version: VERSION,
  sha256: createHash('sha256').update(text).digest('hex'),
};
