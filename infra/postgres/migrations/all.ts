import type { Migration } from '../migrate.ts';
import { lastingTables } from './0001-lasting-tables.ts';
import { idSequences } from './0002-id-sequences.ts';
import { stripeWebhooks } from './0003-stripe-webhooks.ts';
import { keyedIds } from './0004-keyed-ids.ts';

/** In the order in which they are applied; add at the end. */
export const allMigrations: readonly Migration[] = [lastingTables, idSequences, stripeWebhooks, keyedIds];
