import type { ClientBase } from 'pg';

/** A pool or a single connection. */
export type Queryable = Pick<ClientBase, 'query'>;
