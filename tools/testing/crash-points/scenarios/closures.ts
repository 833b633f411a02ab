import { randomUUID } from 'node:crypto';
import { type ClosurePlan, setClosure } from '#domain/closure/decide.ts';
import { ALL_CLOSURES, closureDecider } from '#domain/closure/decider.ts';
import { addDaysToDay, endOfLondonDay, toLondonDay, toLondonInstant } from '#domain/london-time.ts';
import { grantLot } from '#domain/wallet/decide-lots.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import { applyClosureJob } from '#workers/jobs/apply-closure/definition.ts';
import { sendClosureNotice } from '#workers/jobs/send-closure-notice/definition.ts';
import type { Cell, CellMember } from '../cell.ts';
import type { Scenario } from '../scenario.ts';
import { readLastEvent } from './steps.ts';

let cells = 0;

/** Ann with passes that are alive on few days only, and a class on one of them. No other cell has any of these days. */
async function prepareDay(cell: Cell): Promise<{ ann: CellMember; plan: ClosurePlan }> {
  cells += 1;
  const days = 120 + cells * 6;
  const day = addDaysToDay(toLondonDay(cell.studio.now()), days);
  const ann = await cell.addMember('ann');
  const grantedAt = toLondonInstant(addDaysToDay(day, -1), '12:00');
  const { position } = await cell.studio.surviving.deciders.handle(
    walletDecider,
    ann.id,
    cell.context(),
    (state) =>
      grantLot(state, {
        ...{
          memberId: ann.id,
          lotId: `lot-${randomUUID()}`,
          kind: 'adjustment',
          passName: 'Later Pass',
          passes: 5,
        },
        ...{ pricePence: 0, expiresAt: endOfLondonDay(addDaysToDay(day, 1)).toISOString() },
        ...{ passId: null, paymentIntentId: null, offer: null, now: grantedAt },
        adjustment: { key: cell.tag, reason: 'For later' },
      }),
  );
  await cell.studio.waitForReadModels(position);
  await cell.addClass({ days });
  return { ann, plan: { from: day, to: day, reason: `Works ${cell.tag}` } };
}

/** Sets a closure without what follows from it. */
async function closeOnly(cell: Cell, plan: ClosurePlan): Promise<number> {
  const { deciders } = cell.studio.surviving;
  const context = cell.context();
  const { state, position } = await deciders.handle(closureDecider, ALL_CLOSURES, context, (closures) =>
    setClosure(closures, { ...plan, now: context.now }),
  );
  await cell.studio.waitForReadModels(position);
  return [...state.closures.keys()].at(-1) ?? 0;
}

const acceptedDifferences = [
  { lines: /^[-+] closures: /, reason: 'one stream has the closures of all cells' },
];

/** Closing days. */
export const closureScenarios: readonly Scenario[] = [
  {
    covers: ['closure/set-closure', 'closure/apply-closure', 'closure/follow-closures'],
    acceptedDifferences,
    async prepare(cell) {
      const { plan } = await prepareDay(cell);
      return () => cell.request(cell.shared.admin, 'POST', '/api/admin/closures', plan);
    },
  },
  {
    covers: ['closure/lift-closure'],
    acceptedDifferences: [
      ...acceptedDifferences,
      {
        lines: /^[-+] mail closure to ann$/,
        reason: 'the email about the closing days is sent unless they were lifted before',
      },
    ],
    async prepare(cell) {
      const { plan } = await prepareDay(cell);
      const id = await closeOnly(cell, plan);
      await cell.runJob(applyClosureJob, { closureId: id });
      return () => cell.request(cell.shared.admin, 'DELETE', `/api/admin/closures/${id}`);
    },
  },
  {
    covers: ['job apply-closure'],
    async prepare(cell) {
      const { plan } = await prepareDay(cell);
      const id = await closeOnly(cell, plan);
      return () => cell.runJob(applyClosureJob, { closureId: id });
    },
  },
  {
    covers: ['job send-closure-notice'],
    async prepare(cell) {
      const { ann, plan } = await prepareDay(cell);
      const id = await closeOnly(cell, plan);
      await cell.runJob(applyClosureJob, { closureId: id });
      const { data, position } = await readLastEvent(cell, `wallet-${ann.id}`, 'LotExtended');
      await cell.studio.waitForReadModels(position);
      const { memberId, lotId, expiresAt, at } = data;
      const payload = { memberId, lotId, expiresAt, what: 'extended', at };
      return () => cell.runJob(sendClosureNotice, payload, `${memberId}-${Date.parse(at)}`);
    },
  },
];
