import type pg from 'pg';
import {
  COMPLAINT_MONTHS,
  getRetentionEnd,
  getRetentionQueryLimit,
  isRetentionOver,
} from '#domain/retention.ts';
import type { MemberKeys } from '#infra/crypto/member-keys.ts';
import { createSealer } from '#infra/crypto/sealer.ts';

interface ComplaintSource {
  readonly pool: pg.Pool;
  readonly memberKeys: Pick<MemberKeys, 'find'>;
}

interface ComplaintRow {
  readonly id: number;
  readonly receivedAt: Date;
  readonly dueAt: Date;
  readonly acknowledgedAt: Date | null;
  readonly erasedAt: Date | null;
}

interface AnswerRow {
  readonly complaintId: number;
  readonly answeredAt: Date;
  readonly answeredBy: string;
}

export interface OpenedComplaint extends ComplaintRow {
  /** null once erased. */
  readonly complaint: { readonly name: string; readonly email: string; readonly text: string } | null;
  readonly answers: readonly (AnswerRow & { readonly text: string | null })[];
}

const readText = (opened: object, field: string): string => {
  const value: unknown = Object.entries(opened).find(([name]) => name === field)?.[1];
  return typeof value === 'string' ? value : '';
};

/** Opens sealed texts in one read of their keys; null for a text that is missing or forgotten. */
async function openTexts(
  { memberKeys }: ComplaintSource,
  rows: readonly { readonly complaintId: number; readonly sealed: string | null }[],
): Promise<(object | null)[]> {
  const sealed = rows.flatMap(({ complaintId, sealed: text }) =>
    text === null ? [] : [{ ownerId: `complaint-${complaintId}`, text }],
  );
  const opened = (await createSealer(memberKeys).openAll(sealed)).values();
  return rows.map(({ sealed: text }) => {
    const one = text === null ? undefined : opened.next().value;
    return one === undefined || 'forgotten' in one ? null : one;
  });
}

/** Every complaint with its answers: those without an answer first by their due date, then the others, the latest first. */
export async function readComplaints(source: ComplaintSource): Promise<OpenedComplaint[]> {
  const [{ rows }, { rows: answerRows }] = await Promise.all([
    source.pool.query<ComplaintRow & { complaintId: number; sealed: string | null }>({
      name: 'complaints',
      text: `SELECT id, id AS "complaintId", sealed, received_at AS "receivedAt", due_at AS "dueAt",
          acknowledged_at AS "acknowledgedAt", erased_at AS "erasedAt"
        FROM complaints
        ORDER BY (answered_at IS NULL AND erased_at IS NULL) DESC,
          CASE WHEN answered_at IS NULL THEN due_at END, received_at DESC, id DESC`,
    }),
    source.pool.query<AnswerRow & { sealed: string | null }>({
      name: 'complaint-answers',
      text: `SELECT complaint_id::integer AS "complaintId", sealed, answered_at AS "answeredAt", answered_by AS "answeredBy"
        FROM complaint_answers ORDER BY answered_at, answer_id`,
    }),
  ]);
  const [complaints, texts] = await Promise.all([openTexts(source, rows), openTexts(source, answerRows)]);
  const answers = answerRows.map(({ sealed: _, ...answer }, index) => {
    const text = texts[index];
    return { ...answer, text: text ? readText(text, 'text') : null };
  });
  return rows.map(({ sealed: _, complaintId, ...row }, index) => {
    const opened = complaints[index];
    return {
      ...row,
      complaint: opened
        ? { name: readText(opened, 'name'), email: readText(opened, 'email'), text: readText(opened, 'text') }
        : null,
      answers: answers.filter((answer) => answer.complaintId === complaintId),
    };
  });
}

/** An address in any letter case, as registrations compare it. */
const foldAddress = (email: string): string => email.normalize('NFKC').trim().toLowerCase();

/** The unerased complaints that were made with an address, the latest first. There are few of all, which it opens to compare them. */
export async function readComplaintsOfEmail(
  source: ComplaintSource,
  email: string,
): Promise<OpenedComplaint[]> {
  const wanted = foldAddress(email);
  const all = await readComplaints(source);
  return all
    .filter(({ complaint }) => complaint !== null && foldAddress(complaint.email) === wanted)
    .sort((one, other) => other.receivedAt.getTime() - one.receivedAt.getTime());
}

/** Complaints whose retention period is over at `now`, and those with an interrupted erasure: the key is destroyed already. */
export async function readComplaintsToErase(pool: pg.Pool, now: Date, limit = 500): Promise<number[]> {
  const { rows } = await pool.query<{ id: number; lastAt: Date; isBegun: boolean }>({
    name: 'complaints-to-erase',
    text: `SELECT c.id, c.last_at AS "lastAt", k.member_id IS NOT NULL AS "isBegun"
      FROM complaints c
        LEFT JOIN member_keys k ON k.member_id = 'complaint-' || c.id AND k.destroyed_at IS NOT NULL
      WHERE c.erased_at IS NULL AND (c.last_at <= $1 OR k.member_id IS NOT NULL)
      ORDER BY c.last_at, c.id LIMIT $2`,
    values: [getRetentionQueryLimit(COMPLAINT_MONTHS, now), limit],
  });
  return rows
    .filter(({ lastAt, isBegun }) => isBegun || isRetentionOver(lastAt, COMPLAINT_MONTHS, now))
    .map(({ id }) => id);
}

/** The first instant after `now` at which a retention period ends; null when there is none. */
export async function findNextComplaintToErase(pool: pg.Pool, now: Date): Promise<Date | null> {
  const { rows } = await pool.query<{ lastAt: Date }>({
    name: 'next-complaint-to-erase',
    text: 'SELECT last_at AS "lastAt" FROM complaints WHERE erased_at IS NULL ORDER BY last_at LIMIT 100',
  });
  const ends = rows.map(({ lastAt }) => getRetentionEnd(lastAt, COMPLAINT_MONTHS));
  return ends.find((end) => end > now) ?? null;
}

interface NeglectedComplaints {
  /** Without an answer, and due before the limit. */
  readonly unanswered: number;
  /** Neither acknowledged nor answered, and received before the limit. */
  readonly unacknowledged: number;
  readonly firstDueAt: Date | null;
}

/** Counts the complaints that staff must see to. */
export async function readNeglectedComplaints(
  pool: pg.Pool,
  { dueBefore, receivedBefore }: { dueBefore: Date; receivedBefore: Date },
): Promise<NeglectedComplaints> {
  const { rows } = await pool.query<NeglectedComplaints>({
    name: 'neglected-complaints',
    text: `SELECT (count(*) FILTER (WHERE due_at <= $1))::integer AS unanswered,
        (count(*) FILTER (WHERE acknowledged_at IS NULL AND received_at <= $2))::integer AS unacknowledged,
        min(due_at) AS "firstDueAt"
      FROM complaints WHERE answered_at IS NULL AND erased_at IS NULL
        AND (due_at <= $1 OR (acknowledged_at IS NULL AND received_at <= $2))`,
    values: [dueBefore, receivedBefore],
  });
  return rows[0] ?? { unanswered: 0, unacknowledged: 0, firstDueAt: null };
}
