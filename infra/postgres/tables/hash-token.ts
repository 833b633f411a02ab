import { createHash } from 'node:crypto';

/** The SHA-256 of a random token, hex: what is stored of a link, so that a copy of the database opens none. */
export const hashToken = (token: string): string => createHash('sha256').update(token, 'utf8').digest('hex');
