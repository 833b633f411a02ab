import type { OpenedComplaint } from '#projections/read-models/complaints/queries.ts';
import type { ComplaintEntry } from '#services/contract/complaints.ts';

function describeStatus({ erasedAt, answers }: OpenedComplaint): ComplaintEntry['status'] {
  if (erasedAt !== null) return 'erased';
  return answers.length === 0 ? 'open' : 'answered';
}

/** The ids of the staff accounts that answered. */
export const getAnswererIds = (complaints: readonly OpenedComplaint[]): string[] =>
  complaints.flatMap(({ answers }) => answers.map(({ answeredBy }) => answeredBy));

export const describeComplaint = (
  entry: OpenedComplaint,
  names: ReadonlyMap<string, string>,
): ComplaintEntry => ({
  id: entry.id,
  complaint: entry.complaint,
  status: describeStatus(entry),
  receivedAt: entry.receivedAt.toISOString(),
  dueAt: entry.dueAt.toISOString(),
  acknowledgedAt: entry.acknowledgedAt?.toISOString() ?? null,
  answers: entry.answers.map(({ text, answeredAt, answeredBy }) => ({
    text,
    at: answeredAt.toISOString(),
    by: names.get(answeredBy) ?? 'Admin',
  })),
});
