import type pg from 'pg';

/** An event of a class's waiting list about one member, by its revision in the class's stream. */
interface MemberEvent {
  readonly classId: number;
  readonly revision: number;
  readonly memberId: string;
}

/** Whether the read model contains the member's event at a revision of a class's stream. */
export async function isWaitlistEventShown(
  pool: pg.Pool,
  { classId, revision, memberId }: MemberEvent,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'waitlist-has-happened',
    text: 'SELECT 1 FROM waitlist_happenings WHERE class_id = $1 AND revision = $2 AND member_id = $3',
    values: [classId, revision, memberId],
  });
  return rowCount === 1;
}

/** Whether a question about the class's time is still the latest one to the member, and open. */
export async function isQuestionOpen(
  pool: pg.Pool,
  { classId, revision, memberId }: MemberEvent,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'question-is-open',
    text: `SELECT 1 FROM waitlist WHERE class_id = $1 AND user_id = $3 AND left_at IS NULL
      AND asked_joined_for IS NOT NULL AND asked_revision = $2`,
    values: [classId, revision, memberId],
  });
  return rowCount === 1;
}

/** Whether the change of the class that asked the member, at this revision, also withdrew an offer to them. */
export async function wasOfferWithdrawnWith(
  pool: pg.Pool,
  { classId, revision, memberId }: MemberEvent,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'offer-withdrawn-with-question',
    text: `SELECT 1 FROM waitlist_happenings q JOIN waitlist_happenings o USING (class_id, member_id, at)
      WHERE q.class_id = $1 AND q.revision = $2 AND q.member_id = $3 AND o.what = 'withdrawn'`,
    values: [classId, revision, memberId],
  });
  return rowCount === 1;
}

/** Whether the studio took back the member's last offer because it moved the class, which this new one replaces. */
export async function replacesMovedOffer(
  pool: pg.Pool,
  { classId, revision, memberId }: MemberEvent,
): Promise<boolean> {
  const { rows } = await pool.query<{ isMoved: boolean }>({
    name: 'event-before-the-offer',
    text: `SELECT what = 'withdrawn' AND reason = 'moved' AS "isMoved" FROM waitlist_happenings
      WHERE class_id = $1 AND member_id = $3 AND revision < $2 ORDER BY revision DESC LIMIT 1`,
    values: [classId, revision, memberId],
  });
  return rows[0]?.isMoved === true;
}
