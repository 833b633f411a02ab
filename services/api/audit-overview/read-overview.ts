import { toLondonDay } from '#domain/london-time.ts';
import { personalDataKinds } from '#domain/member/events.ts';
import { inSnapshot } from '#infra/postgres/transaction.ts';
import { getUnusualEvents, readFigureRows } from '#projections/read-models/audit-trail/figure-queries.ts';
import {
  countUnusualEvents,
  type ReadingsRow,
  readFlowOfMonth,
  readLotTotals,
  readMoneyTotals,
  readOverviewPosition,
  readReadings,
  readSaleMatches,
} from '#projections/read-models/audit-trail/overview-queries.ts';
import { readStaffNames } from '#projections/read-models/staff/queries.ts';
import type { AuditOverviewAnswer } from '#services/contract/audit-overview.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { sum } from '../figures/class-figures.ts';
import type { StaffNames } from '../presenters/describe-audit.ts';
import { readLastVerification } from '../read-last-verification.ts';
import { describeFlow, describeLiability, describeMoney, describePasses } from './describe-books.ts';
import { describeLastVerification } from './describe-last-verification.ts';
import { describeReader } from './describe-reader.ts';
import { getWeek } from './get-figure-source.ts';
import { readFigureEvents } from './read-figure-events.ts';

const latestUnusual = 8;

function describeReadings(
  rows: readonly ReadingsRow[],
  { from, to }: { from: string; to: string },
  names: StaffNames,
): AuditOverviewAnswer['readings'] {
  return {
    from,
    to,
    total: sum(rows, ({ readings }) => readings),
    readers: rows.map(({ reader, what, readings, members, lastAt }) => ({
      reader,
      label: describeReader(reader, names),
      what: personalDataKinds.find((kind) => kind === what) ?? 'audit',
      readings,
      members,
      lastAt: lastAt.toISOString(),
    })),
  };
}

/** Reads the auditor's overview: all figures from one snapshot of the read models. @throws EventStoreUnavailable */
export async function readOverview(deps: ApiDependencies): Promise<AuditOverviewAnswer> {
  const { pool, clock, auditSigner } = deps;
  const now = clock.now();
  const today = toLondonDay(now);
  const week = getWeek(today);
  const month = today.slice(0, 7);
  const last = await readLastVerification(pool, auditSigner);
  const read = await inSnapshot(pool, async (client) => ({
    position: await readOverviewPosition(client),
    lots: await readLotTotals(client),
    money: await readMoneyTotals(client),
    matches: await readSaleMatches(client),
    days: await readFlowOfMonth(client, month),
    readings: await readReadings(client, week.startsAt, week.endsAt),
    unusual: await countUnusualEvents(client),
    latest: await readFigureRows(client, getUnusualEvents(undefined), {
      before: undefined,
      limit: latestUnusual,
    }),
  }));
  const readers = [
    ...read.readings.map(({ reader }) => reader),
    ...(last?.startedBy ? [last.startedBy] : []),
  ];
  const names = await readStaffNames(pool, readers);
  const { passes, balanced } = describePasses(read.lots);
  const countOf = (kind: string) => read.unusual.find((row) => row.kind === kind)?.events ?? 0;
  return {
    success: true,
    asOf: now.toISOString(),
    position: read.position,
    passes,
    balanced,
    money: describeMoney(read.money, read.lots, read.matches),
    liability: describeLiability(read.lots),
    verification:
      last && describeLastVerification(last, { names, fingerprint: auditSigner.fingerprint, now }),
    readings: describeReadings(read.readings, week, names),
    unusual: {
      counts: {
        adjustment: countOf('adjustment'),
        removal: countOf('removal'),
        refund: countOf('refund'),
        rules: countOf('rules'),
        export: countOf('export'),
      },
      latest: await readFigureEvents(deps, read.latest),
    },
    flow: describeFlow(month, read.days, passes),
  };
}
