import { randomUUID } from 'node:crypto';
import { disputeDecider } from '#domain/dispute/decider.ts';
import { followDisputes } from '#services/commands/dispute/follow-disputes.ts';
import { followDisputesJob } from '#workers/jobs/follow-disputes/definition.ts';
import { notifyStudioOfDispute } from '#workers/jobs/notify-studio-of-dispute/definition.ts';
import type { Cell } from '../cell.ts';
import type { Scenario } from '../scenario.ts';
import { book, buyPass } from './steps.ts';

/** A payment whose bank disputes it, with a class that was booked with its passes. */
async function openDispute(cell: Cell): Promise<{ disputeId: string; paymentIntentId: string }> {
  const { siteUrl, surviving, waitForWebhooks } = cell.studio;
  const ann = await cell.addMember('ann');
  const classId = await cell.addClass();
  const paymentIntentId = await buyPass(cell, ann);
  await book(cell, ann, classId);
  const answer = await fetch(`${siteUrl}/sandbox/stripe/dashboard/payments/${paymentIntentId}/dispute`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ kind: 'product_not_received' }),
  });
  if (answer.status !== 303) throw new Error(`The dashboard answered ${answer.status}`);
  await waitForWebhooks();
  const [dispute] = await surviving.payments.listDisputes(paymentIntentId);
  if (dispute === undefined) throw new Error('There is no dispute');
  cell.streams.add(disputeDecider.stream(dispute.id));
  return { disputeId: dispute.id, paymentIntentId };
}

async function follow(cell: Cell, paymentIntentId: string): Promise<void> {
  const { position } = await followDisputes(cell.studio.surviving, { paymentIntentId }, cell.context());
  if (position !== null) await cell.studio.waitForReadModels(position);
}

/** Whether the answer that is recorded is the one that Stripe has. */
const readAnswers = async (cell: Cell): Promise<string[]> => {
  const lines: string[] = [];
  for (const stream of cell.streams) {
    if (!stream.startsWith('dispute-')) continue;
    const { state } = await cell.studio.surviving.deciders.load(
      disputeDecider,
      stream.slice('dispute-'.length),
    );
    const atStripe = await cell.studio.surviving.payments.findDispute(stream.slice('dispute-'.length));
    const isSame = atStripe?.answer?.sha256 === state.answer?.sha256;
    lines.push(`dispute ${atStripe?.status}, ${isSame ? 'recorded as it was sent' : 'recorded otherwise'}`);
  }
  return lines;
};

/** Disputes, from the bank's claim to the studio's evidence. */
export const disputeScenarios: readonly Scenario[] = [
  {
    covers: ['dispute/answer-dispute', 'dispute/record-dispute'],
    readExtraState: readAnswers,
    async prepare(cell) {
      const { disputeId, paymentIntentId } = await openDispute(cell);
      await follow(cell, paymentIntentId);
      const answer = { fields: {}, requestKey: randomUUID() };
      return () =>
        cell.request(cell.shared.admin, 'POST', `/api/admin/disputes/${disputeId}/evidence`, answer);
    },
  },
  {
    covers: ['job follow-disputes', 'dispute/follow-disputes', 'dispute/record-dispute'],
    async prepare(cell) {
      const { paymentIntentId } = await openDispute(cell);
      return () => cell.runJob(followDisputesJob, { paymentIntentId });
    },
  },
  {
    covers: ['job notify-studio-of-dispute'],
    async prepare(cell) {
      const { disputeId, paymentIntentId } = await openDispute(cell);
      await follow(cell, paymentIntentId);
      const { report } = (await cell.studio.surviving.deciders.load(disputeDecider, disputeId)).state;
      const dueAt = report?.dueAt ?? '';
      return () => cell.runJob(notifyStudioOfDispute, { disputeId, dueAt });
    },
  },
];
