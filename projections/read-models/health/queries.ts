import type pg from 'pg';
import { z } from 'zod';
import type { HealthAnswers } from '#domain/member/events.ts';
import type { MemberKeys } from '#infra/crypto/member-keys.ts';
import { createSealer } from '#infra/crypto/sealer.ts';

/** Reads sealed data of members. */
export interface SealedSource {
  readonly pool: pg.Pool;
  readonly memberKeys: Pick<MemberKeys, 'find'>;
}

/** As stored in HealthAnswersChanged of version 1. A later version must also parse what this one stored. */
const storedAnswers = z.object({
  onMedication: z.boolean(),
  medicationDetails: z.string().nullable(),
  hasInjuries: z.boolean(),
  injuryDetails: z.string().nullable(),
  isPregnantOrPostpartum: z.boolean(),
  painfulMovements: z.boolean(),
  painfulMovementDetails: z.string().nullable(),
  okWithHandsOnCorrections: z.boolean(),
}) satisfies z.ZodType<HealthAnswers>;

/** The latest health answers of these members; those who gave none, or whose key is destroyed, are missing. */
export async function readHealthOfMembers(
  { pool, memberKeys }: SealedSource,
  ids: readonly string[],
): Promise<Map<string, HealthAnswers>> {
  const { rows } = await pool.query<{ ownerId: string; text: string }>({
    name: 'sealed-health-of',
    text: `SELECT id AS "ownerId", health_sealed AS text FROM users
      WHERE id = ANY($1) AND health_sealed IS NOT NULL`,
    values: [ids],
  });
  const opened = await createSealer(memberKeys).openAll(rows);
  const answers = new Map<string, HealthAnswers>();
  for (const [index, { ownerId }] of rows.entries()) {
    const one = opened[index];
    if (one !== undefined && !('forgotten' in one)) answers.set(ownerId, storedAnswers.parse(one));
  }
  return answers;
}

/** A member's latest health answers; undefined if they gave none, or their key is destroyed. */
export async function readHealthAnswers(
  source: SealedSource,
  id: string,
): Promise<HealthAnswers | undefined> {
  return (await readHealthOfMembers(source, [id])).get(id);
}

/** Whether the answers contain something that an instructor should read before a class. */
export const hasHealthNotes = (answers: HealthAnswers | undefined): boolean =>
  answers !== undefined &&
  (answers.onMedication ||
    answers.hasInjuries ||
    answers.isPregnantOrPostpartum ||
    answers.painfulMovements ||
    !answers.okWithHandsOnCorrections);
