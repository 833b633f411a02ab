import type { FigureRow } from '#projections/read-models/audit-trail/figure-queries.ts';
import { readStaffNames } from '#projections/read-models/staff/queries.ts';
import { getIds } from '#services/audit/history/audit-event.ts';
import { describeEvent } from '#services/audit/history/describe-events.ts';
import type { StudioRecord } from '#services/audit/studio-record.ts';
import type { AuditFigureEvent } from '#services/contract/audit-overview.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { describeEventActor, getStaffIds, type StaffNames } from '../presenters/describe-audit.ts';

const maxConcurrentReads = 8;

type Source = Pick<ApiDependencies, 'eventStore' | 'pool'>;

async function readEvent(
  { eventStore }: Source,
  { stream, revision }: FigureRow,
): Promise<StudioRecord | null> {
  if (stream === null) return null;
  const { events } = await eventStore.readStream(stream, BigInt(revision), 1);
  return events[0] ?? null;
}

function describeFigureEvent(
  { position, at, amount }: FigureRow,
  record: StudioRecord | null,
  names: StaffNames,
): AuditFigureEvent {
  const event = record && {
    stream: record.stream,
    revision: Number(record.revision),
    type: record.type,
    actor: describeEventActor(record.metadata.actor, names),
    ...describeEvent(record, undefined),
    ...getIds(record),
  };
  return { position, at: at.toISOString(), amount, event };
}

/** Reads the events of a figure's rows from their streams, and describes them by ids. @throws EventStoreUnavailable */
export async function readFigureEvents(
  source: Source,
  rows: readonly FigureRow[],
): Promise<AuditFigureEvent[]> {
  const read: { row: FigureRow; record: StudioRecord | null }[] = [];
  for (let from = 0; from < rows.length; from += maxConcurrentReads) {
    const batch = rows.slice(from, from + maxConcurrentReads);
    read.push(
      ...(await Promise.all(batch.map(async (row) => ({ row, record: await readEvent(source, row) })))),
    );
  }
  const actors = read.flatMap(({ record }) => (record === null ? [] : [{ actor: record.metadata.actor }]));
  const names = await readStaffNames(source.pool, getStaffIds(actors));
  return read.map(({ row, record }) => describeFigureEvent(row, record, names));
}
