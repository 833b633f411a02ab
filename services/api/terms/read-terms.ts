import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AcceptedTerms } from '#domain/accepted-terms.ts';

/** The text of the terms that a member accepted; null when no file has exactly this text. */
export function readTermsText({ version, sha256 }: AcceptedTerms): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(version)) return null;
  try {
    const text = readFileSync(new URL(`${version}.txt`, import.meta.url));
    return createHash('sha256').update(text).digest('hex') === sha256 ? text.toString('utf8') : null;
  } catch {
    return null;
  }
}
