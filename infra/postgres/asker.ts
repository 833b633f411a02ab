import type { ClientBase } from 'pg';

/** A pool, or one connection. */
export type Asker = Pick<ClientBase, 'query'>;
