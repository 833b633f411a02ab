import { createHash, randomUUID } from 'node:crypto';
import { addDaysToDay, toLondonDay } from '#domain/london-time.ts';
import { beginImport, type ImportInput } from '#services/commands/import/begin-import.ts';
import { inviteImport } from '#services/commands/import/invite-import.ts';
import { undoImport } from '#services/commands/import/undo-import.ts';
import { deriveInvitation } from '#services/commands/member/derive-invitation.ts';
import { advanceImport } from '#workers/jobs/advance-import/definition.ts';
import { sendImportInvite } from '#workers/jobs/send-import-invite/definition.ts';
import type { Cell } from '../cell.ts';
import type { Scenario } from '../scenario.ts';
import { readLastEvent } from './steps.ts';

/** Two people with a pass each: one with an account, and one who is new. */
async function prepareInput(cell: Cell): Promise<ImportInput> {
  const ann = await cell.addMember('ann');
  const sha256 = createHash('sha256').update(cell.tag).digest('hex');
  cell.streams.add(`email-${cell.studio.surviving.emailHash(cell.email('new'))}`);
  const lot = (row: number) => ({
    ...{ file: 'passes' as const, row, passId: 6, passName: '10 Class Pass', passes: 7, classes: 10 },
    ...{ pricePence: 10_500, begins: null, expires: addDaysToDay(toLondonDay(cell.studio.now()), 30) },
  });
  const member = { row: 2, name: `New ${cell.tag}`, phone: '07700 900999', newsletter: true };
  return {
    source: 'Momence',
    files: [{ kind: 'passes', sha256, lines: 2, refused: 0 }],
    people: [
      { email: ann.email, member: null, lots: [lot(2)] },
      { email: cell.email('new'), member, lots: [lot(3)] },
    ],
    sums: [{ name: '10 Class Pass', lots: 2, passes: 14, pence: 21_000 }],
  };
}

async function begin(cell: Cell): Promise<string> {
  return (await beginImport(cell.studio.surviving, await prepareInput(cell), cell.context())).importId;
}

async function bring(cell: Cell): Promise<{ importId: string; memberId: string }> {
  const importId = await begin(cell);
  await cell.runJob(advanceImport, { importId, task: 'bring' });
  const stream = `email-${cell.studio.surviving.emailHash(cell.email('new'))}`;
  const { data } = await readLastEvent(cell, stream, 'EmailClaimed');
  cell.streams.add(`member-${data.memberId}`);
  cell.streams.add(`wallet-${data.memberId}`);
  const { position } = await readLastEvent(cell, `wallet-${data.memberId}`, 'LotGranted');
  await cell.studio.waitForReadModels(position);
  return { importId, memberId: data.memberId };
}

/** Loses the lines of an import that began, as with the database, and has the job find that. */
async function stop(cell: Cell, input: ImportInput): Promise<void> {
  const { importId } = await beginImport(cell.studio.surviving, input, cell.context());
  await loseLines(cell, importId);
  await cell.runJob(advanceImport, { importId, task: 'bring' });
}
const loseLines = (cell: Cell, importId: string) =>
  cell.studio.surviving.pool.query('DELETE FROM import_work WHERE import_id = $1', [importId]);

const acceptedDifferences = [{ lines: /^[-+] imports: /, reason: 'one stream has the imports of all cells' }];

/** Moving in from another system. */
export const importScenarios: readonly Scenario[] = [
  {
    covers: ['import/begin-import'],
    acceptedDifferences,
    async prepare(cell) {
      const input = await prepareInput(cell);
      const context = cell.context();
      return () => beginImport(cell.studio.jobs, input, context);
    },
  },
  {
    covers: ['import/run-import', 'import/bring-person', 'job advance-import'],
    acceptedDifferences,
    async prepare(cell) {
      const importId = await begin(cell);
      return () => cell.runJob(advanceImport, { importId, task: 'bring' });
    },
  },
  {
    covers: ['job advance-import', 'import/run-import'],
    case: 'lines lost',
    acceptedDifferences,
    async prepare(cell) {
      const importId = await begin(cell);
      await loseLines(cell, importId);
      return () => cell.runJob(advanceImport, { importId, task: 'bring' });
    },
  },
  {
    covers: ['import/begin-import'],
    case: 'again',
    acceptedDifferences,
    async prepare(cell) {
      const input = await prepareInput(cell);
      await stop(cell, input);
      const context = cell.context();
      return () => beginImport(cell.studio.jobs, input, context);
    },
  },
  {
    covers: ['import/invite-import'],
    acceptedDifferences,
    async prepare(cell) {
      const { importId } = await bring(cell);
      return () => cell.request(cell.shared.admin, 'POST', `/api/admin/imports/${importId}/invite`);
    },
  },
  {
    covers: ['job advance-import', 'import/invite-members'],
    case: 'invite',
    acceptedDifferences,
    async prepare(cell) {
      const { importId } = await bring(cell);
      await inviteImport(cell.studio.surviving, { importId }, cell.context());
      return () => cell.runJob(advanceImport, { importId, task: 'invite' });
    },
  },
  {
    covers: ['job send-import-invite'],
    acceptedDifferences,
    async prepare(cell) {
      const { importId, memberId } = await bring(cell);
      await inviteImport(cell.studio.surviving, { importId }, cell.context());
      await cell.runJob(advanceImport, { importId, task: 'invite' }, `${cell.tag}-invite`);
      const { data, position } = await readLastEvent(cell, `member-${memberId}`, 'MemberInvited');
      await cell.studio.waitForReadModels(position);
      return () => cell.runJob(sendImportInvite, { memberId, invitedAt: data.at }, memberId);
    },
  },
  {
    covers: ['member/choose-first-password'],
    acceptedDifferences,
    async prepare(cell) {
      const { memberId } = await bring(cell);
      const token = deriveInvitation(cell.studio.surviving.signInSecret, memberId, cell.studio.now());
      const body = { token, password: 'seaside-terrace-7' };
      return () => cell.requestOrRefusal(null, 'POST', '/api/auth/reset-password', body);
    },
  },
  {
    covers: ['import/undo-import'],
    acceptedDifferences,
    async prepare(cell) {
      const { importId } = await bring(cell);
      return () => cell.request(cell.shared.admin, 'POST', `/api/admin/imports/${importId}/undo`);
    },
  },
  {
    covers: ['job advance-import', 'import/finish-undo'],
    case: 'undo',
    acceptedDifferences,
    async prepare(cell) {
      const { importId } = await bring(cell);
      await undoImport(cell.studio.surviving, { importId }, cell.context());
      return () => cell.runJob(advanceImport, { importId, task: 'undo' }, `${cell.tag}-${randomUUID()}`);
    },
  },
];
