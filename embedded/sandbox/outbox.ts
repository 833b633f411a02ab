import type { Pool } from 'pg';

export interface OutboxEmail {
  to: string;
  subject: string;
  text: string;
  html: string;
  kind: string;
  sentAt: Date;
  /** The headers that the sender added, such as `List-Unsubscribe`. */
  headers: Record<string, string>;
  idempotencyKey: string | null;
}

export interface ListChange {
  email: string;
  list: number;
  action: 'add' | 'remove';
  at: Date;
}

/** The kind of a line that is no email. */
export const outboxKind = { listChange: 'mailing-list', push: 'push' } as const;

/** The id by which the stand-in for Brevo names an email, in its answer and in its webhooks. */
export const formatMessageId = (id: number): string => `<${id}@smtp-relay.sandbox>`;

/** One line of `/sandbox/outbox.json`. */
export interface OutboxEntry {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The email's kind, or `mailing-list`. */
  kind: string;
  sentAt: string;
  /** Missing without any. */
  headers?: Record<string, string>;
  list?: number;
  action?: 'add' | 'remove';
}

/** An entry with the number by which a page names it. */
export interface ListedEntry {
  readonly id: number;
  readonly entry: OutboxEntry;
}

export interface Outbox {
  /** Returns its number; null when an email with the key exists already. */
  addEmail(email: OutboxEmail): Promise<number | null>;
  /** Returns false when the change has no effect. */
  changeList(change: ListChange): Promise<boolean>;
  /** Newest first. */
  entries(query: { to?: string | undefined; limit?: number | undefined }): Promise<ListedEntry[]>;
  /** Null for an unknown id. */
  find(id: number): Promise<OutboxEntry | null>;
}

interface Row {
  id: string;
  recipient: string;
  subject: string;
  body_text: string;
  body_html: string;
  kind: string;
  sent_at: Date;
  headers: Record<string, string> | null;
  list: number | null;
  action: 'add' | 'remove' | null;
}

function toEntry(row: Row): OutboxEntry {
  return {
    to: row.recipient,
    subject: row.subject,
    text: row.body_text,
    html: row.body_html,
    kind: row.kind,
    sentAt: row.sent_at.toISOString(),
    ...(row.headers === null || Object.keys(row.headers).length === 0 ? {} : { headers: row.headers }),
    ...(row.list === null ? {} : { list: row.list }),
    ...(row.action === null ? {} : { action: row.action }),
  };
}

const CHANGE = {
  // Parts of one statement, so that the list and the outbox change atomically.
  add: 'INSERT INTO sandbox.mailing_lists (list, email) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1',
  remove: 'DELETE FROM sandbox.mailing_lists WHERE list = $1 AND email = $2 RETURNING 1',
};

export function createOutbox(pool: Pool): Outbox {
  return {
    addEmail: async ({ to, subject, text, html, kind, sentAt, headers, idempotencyKey }) => {
      const { rows } = await pool.query<{ id: string }>(
        `INSERT INTO sandbox.outbox (kind, recipient, subject, body_text, body_html, sent_at, headers, idempotency_key)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (idempotency_key) DO NOTHING
         RETURNING id`,
        [kind, to, subject, text, html, sentAt, headers, idempotencyKey],
      );
      return rows[0] === undefined ? null : Number(rows[0].id);
    },
    changeList: async ({ email, list, action, at }) => {
      const { rowCount } = await pool.query(
        `WITH changed AS (${CHANGE[action]})
         INSERT INTO sandbox.outbox (kind, recipient, list, action, sent_at)
         SELECT 'mailing-list', $2, $1, $3, $4 FROM changed`,
        [list, email, action, at],
      );
      return rowCount === 1;
    },
    entries: async ({ to, limit }) => {
      const { rows } = await pool.query<Row>(
        `SELECT * FROM sandbox.outbox WHERE $1::text IS NULL OR lower(recipient) = lower($1)
         ORDER BY sent_at DESC, id DESC LIMIT $2`,
        [to ?? null, limit ?? null],
      );
      return rows.map((row) => ({ id: Number(row.id), entry: toEntry(row) }));
    },
    find: async (id) => {
      const { rows } = await pool.query<Row>('SELECT * FROM sandbox.outbox WHERE id = $1', [id]);
      return rows[0] === undefined ? null : toEntry(rows[0]);
    },
  };
}
