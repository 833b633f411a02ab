import { join } from 'node:path';
import { hashContent } from '../run/content-hash.ts';

export const root = join(import.meta.dirname, '../..');

/** What a studio consists of, and how it is bundled, below the root. */
const sources = [
  ...['domain', 'embedded', 'infra', 'package-lock.json', 'projections', 'services', 'workers'],
  'tools/testing/bundle-studio.ts',
];

let stamp: string | undefined;

/** Names the present sources of the studio. They are read once in a process, because they do not change while tests run. */
export const getSourcesStamp = (): string => (stamp ??= hashContent(root, sources).slice(0, 16));
