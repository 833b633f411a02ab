import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyImportCertificate } from '#services/audit/import/certificate.ts';
import { verifyEvents } from '#services/audit/verifier/verify-events.ts';
import { runImport } from '#services/commands/import/run-import.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { importAnswer, importsAnswer } from '#services/contract/imports.ts';
import {
  CrashableProcess,
  ProcessCrashed,
  runInProcess,
} from '#tools/testing/crash-points/crashable-process.ts';
import { crashableRuntime } from '#tools/testing/crash-points/crashable-runtime.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';
import { waitFor } from '#tools/testing/wait-for.ts';

let studio: TestStudio;
let admin: StudioClient;
beforeAll(async () => {
  studio = await startOwnStudio();
  admin = await studio.admin();
});
afterAll(() => studio?.stop());

const people = Array.from({ length: 40 }, (_, index) => `person.${index}@stopped.example`);
const files = {
  members: ['name,email', ...people.map((email, index) => `Person Number ${index},${email}`)].join('\n'),
  passes: [
    'email,pass,classes,remaining,expires,price',
    ...people.map((email) => `${email},5 Class Pass,5,3,2099-04-03,110.00`),
  ].join('\n'),
};

async function send(chosen: Readonly<Record<string, string>>, query = ''): Promise<Response> {
  const form = new FormData();
  for (const [kind, text] of Object.entries(chosen)) form.set(kind, new Blob([text]), `${kind}.csv`);
  return fetch(`${studio.base}/api/admin/imports${query}`, {
    ...{ method: 'POST', headers: admin.headers, body: form },
  });
}
const upload = async (query = '') => importAnswer.parse(await (await send(files, query)).json());
const run = (importId: string, runtime = studio.runtime) =>
  runImport(
    runtime,
    { importId },
    { now: new Date(), commandId: randomUUID(), actor: { kind: 'worker', name: 'advance-import' } },
  );
const readEntry = async () =>
  (await admin.expect(importsAnswer, 'GET', '/api/admin/imports')).imports.find(
    ({ source }) => source === 'another studio system',
  );
const readRefusal = async (response: Response) => {
  const { code, error } = errorAnswer.parse(await response.json());
  return { status: response.status, code, error };
};

it('stops when a lost database took its lines, and goes on with the same files', async () => {
  const { importId } = await upload();
  const killed = runInProcess(new CrashableProcess({ effect: 60, when: 'after' }), () =>
    run(importId, crashableRuntime(studio.runtime, studio.runtime.pool)),
  );
  await expect(killed).rejects.toThrow(ProcessCrashed);
  // As after restoring a dump from before the import.
  await studio.runtime.pool.query('DELETE FROM import_work');
  await studio.runtime.pool.query("DELETE FROM member_keys WHERE member_id LIKE 'import-%'");
  await run(importId);
  await run(importId);
  expect(await readEntry()).toMatchObject({ importId, status: 'stopped', done: 0, closedAt: null });

  for (const [method, action] of [
    ['POST', 'undo'],
    ['POST', 'invite'],
    ['GET', 'certificate'],
  ] as const) {
    const path = `${studio.base}/api/admin/imports/${importId}/${action}`;
    const refusal = await readRefusal(await fetch(path, { method, headers: admin.headers }));
    expect(refusal).toMatchObject({ status: 409, code: 'IMPORT_STOPPED' });
    expect(refusal.error).toContain('members.csv and passes.csv');
  }
  // A part of its files, or more than them, would be another import that grants everything again.
  const { members, passes } = files;
  for (const chosen of [{ passes }, { members }, { ...files, memberships: 'email,plan\n' }])
    for (const query of ['', '?dryRun=true'])
      expect(await readRefusal(await send(chosen, query))).toMatchObject({
        ...{ status: 409, code: 'IMPORT_STOPPED' },
      });

  const seen = await upload('?dryRun=true');
  expect(seen).toMatchObject({ importId, sums: { lots: 40, passes: 120 }, refused: [], warnings: [] });
  expect((await upload()).importId).toBe(importId);
  expect(await readEntry()).toMatchObject({ importId, status: 'running' });
  await run(importId);
  expect(await readEntry()).toMatchObject({
    ...{ importId, status: 'closed', created: 40, merged: 0, sums: { lots: 40, passes: 120 } },
  });
  const { exceptions } = await verifyEvents(studio.runtime.eventStore, { now: new Date() });
  expect(exceptions).toEqual([]);
  const path = `${studio.base}/api/admin/imports/${importId}/certificate`;
  const certificate = await waitFor(async () => {
    const verdict = verifyImportCertificate(await (await fetch(path, { headers: admin.headers })).text());
    return verdict?.content.lots.length === 40 && verdict;
  });
  expect(certificate.problems).toEqual([]);
  expect((await studio.runtime.pool.query("SELECT * FROM import_work WHERE task = 'bring'")).rows).toEqual(
    [],
  );
});
