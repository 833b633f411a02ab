import type { Pool } from 'pg';

/** The channel that receives the id of each requested campaign. */
export const CAMPAIGN_CHANNEL = 'campaigns';

/** The result of a campaign for one member. */
export type CampaignOutcome = 'done' | 'left_out' | 'failed';

/**
 * Stores a campaign for these members on a London day, notifies the workers, and returns its id. The same request on the same day
 * continues the campaign: done members stay done, new and failed ones are tried.
 */
export async function insertCampaign(
  pool: Pool,
  campaign: { kind: string; day: string; now: Date; memberIds: readonly string[]; leftOut: number },
): Promise<number> {
  const { kind, day, now, memberIds, leftOut } = campaign;
  const { rows } = await pool.query<{ id: number }>(
    `WITH inserted AS (
       INSERT INTO campaigns (kind, day, asked_at, left_out) VALUES ($1, $2, $3, $4)
       ON CONFLICT (kind, day) DO UPDATE SET rounds = campaigns.rounds + 1, asked_at = excluded.asked_at,
         left_out = excluded.left_out
       RETURNING id),
     members AS (
       INSERT INTO campaign_members AS m (campaign_id, member_id)
       SELECT inserted.id, wanted FROM inserted, unnest($5::text[]) AS wanted
       ON CONFLICT (campaign_id, member_id) DO UPDATE SET outcome = NULL WHERE m.outcome <> 'done')
     SELECT id, pg_notify('${CAMPAIGN_CHANNEL}', id::text) FROM inserted`,
    [kind, day, now, leftOut, [...memberIds]],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error(`The campaign ${kind} was not stored`);
  return id;
}

/** Members for whom that day's campaign is done. */
export async function readDoneMembers(pool: Pool, kind: string, day: string): Promise<Set<string>> {
  const { rows } = await pool.query<{ memberId: string }>(
    `SELECT m.member_id AS "memberId" FROM campaigns c JOIN campaign_members m ON m.campaign_id = c.id
     WHERE c.kind = $1 AND c.day = $2 AND m.outcome = 'done'`,
    [kind, day],
  );
  return new Set(rows.map(({ memberId }) => memberId));
}

export interface CampaignRow {
  id: number;
  kind: string;
  askedAt: Date;
  /** Members left out at the request or since. */
  leftOut: number;
  done: number;
  failed: number;
  waiting: number;
}

/** The latest campaign of each kind. */
export async function readLatestCampaigns(pool: Pool): Promise<CampaignRow[]> {
  const { rows } = await pool.query<CampaignRow>(
    `SELECT c.id, c.kind, c.asked_at AS "askedAt",
       c.left_out + (count(*) FILTER (WHERE m.outcome = 'left_out'))::int AS "leftOut",
       (count(*) FILTER (WHERE m.outcome = 'done'))::int AS done,
       (count(*) FILTER (WHERE m.outcome = 'failed'))::int AS failed,
       (count(*) FILTER (WHERE m.member_id IS NOT NULL AND m.outcome IS NULL))::int AS waiting
     FROM (SELECT DISTINCT ON (kind) * FROM campaigns ORDER BY kind, day DESC) c
       LEFT JOIN campaign_members m ON m.campaign_id = c.id
     GROUP BY c.id, c.kind, c.asked_at, c.left_out ORDER BY c.asked_at DESC`,
  );
  return rows;
}

/** A member for whom a campaign is not done yet. */
export interface CampaignStep {
  campaignId: number;
  kind: string;
  /** `yyyy-MM-dd`, London. */
  day: string;
  rounds: number;
  memberId: string;
}

const STEP = `
  SELECT c.id AS "campaignId", c.kind, c.day, c.rounds, m.member_id AS "memberId"
  FROM campaign_members m JOIN campaigns c ON c.id = m.campaign_id`;

/** The remaining steps of a campaign. */
export async function readCampaignSteps(pool: Pool, campaignId: number): Promise<CampaignStep[]> {
  const { rows } = await pool.query<CampaignStep>(`${STEP} WHERE c.id = $1 AND m.outcome IS NULL`, [
    campaignId,
  ]);
  return rows;
}

/** The remaining steps of campaigns requested before `olderThan`, the oldest first. */
export async function readOverdueCampaignSteps(pool: Pool, olderThan: Date): Promise<CampaignStep[]> {
  const { rows } = await pool.query<CampaignStep>(
    `${STEP} WHERE m.outcome IS NULL AND c.asked_at < $1 ORDER BY c.asked_at, m.member_id LIMIT 500`,
    [olderThan],
  );
  return rows;
}

/** The remaining step for one member; undefined once it has an outcome. */
export async function readCampaignStep(
  pool: Pool,
  { campaignId, memberId }: Pick<CampaignStep, 'campaignId' | 'memberId'>,
): Promise<CampaignStep | undefined> {
  const { rows } = await pool.query<CampaignStep>(
    `${STEP} WHERE c.id = $1 AND m.member_id = $2 AND m.outcome IS NULL`,
    [campaignId, memberId],
  );
  return rows[0];
}

export async function recordCampaignOutcome(
  pool: Pool,
  { campaignId, memberId }: Pick<CampaignStep, 'campaignId' | 'memberId'>,
  outcome: CampaignOutcome,
): Promise<void> {
  await pool.query('UPDATE campaign_members SET outcome = $3 WHERE campaign_id = $1 AND member_id = $2', [
    campaignId,
    memberId,
    outcome,
  ]);
}

/** Whether a campaign of one of these kinds was done for a member. */
export async function wasInCampaign(
  pool: Pool,
  memberId: string,
  kinds: readonly string[],
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT 1 FROM campaign_members m JOIN campaigns c ON c.id = m.campaign_id
     WHERE m.member_id = $1 AND m.outcome = 'done' AND c.kind = ANY($2::text[]) LIMIT 1`,
    [memberId, [...kinds]],
  );
  return rowCount !== 0;
}
