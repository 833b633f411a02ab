import type { Pool } from 'pg';

/** Webhooks of the inbox that were not acted on, by the machine's clock. */
export interface WaitingWebhooks {
  readonly count: number;
  /** 0 when none waits. */
  readonly oldestSeconds: number;
}

export async function waitingWebhooks(pool: Pool): Promise<WaitingWebhooks> {
  const { rows } = await pool.query<{ count: number; seconds: string | null }>(
    `SELECT count(*) AS count, extract(epoch FROM now() - min(received_at)) AS seconds
     FROM stripe_webhooks WHERE processed_at IS NULL`,
  );
  return { count: rows[0]?.count ?? 0, oldestSeconds: Math.max(0, Number(rows[0]?.seconds ?? 0)) };
}
