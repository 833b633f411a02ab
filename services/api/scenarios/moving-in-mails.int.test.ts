import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { addDaysToDay, toLondonDay } from '#domain/london-time.ts';
import { adminMembersAnswer } from '#services/contract/admin-members.ts';
import { type ImportEntry, importsAnswer } from '#services/contract/imports.ts';
import { openClasses } from '#tools/testing/open-classes.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { startStudioProcess } from '#tools/testing/studio-process.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { AuditedStudio } from '../testing/audited-studio.fixture.ts';
import { SandboxClock } from '../testing/sandbox-clock.fixture.ts';

const PEOPLE = 120;
const domain = 'moving.example';
const email = (index: number) => `person${index}@${domain}`;

let studio: AuditedStudio;
let admin: StudioClient;
/** The import before everything was killed, and once it was done. */
let begun: ImportEntry;
let closed: ImportEntry;
const today = toLondonDay(new Date());
const people = Array.from({ length: PEOPLE }, (_, index) => email(index));
const files = {
  members: ['name,email,phone,newsletter', ...people.map((to) => `Pat Person,${to},,yes`)].join('\n'),
  passes: [
    'email,pass,classes,remaining,purchased,expires,price',
    ...people.map((to) => `${to},10 Class Pass,10,7,${today},${addDaysToDay(today, 9)},170`),
  ].join('\n'),
};

beforeAll(async () => {
  studio = await AuditedStudio.start();
  admin = await studio.visitor.staff('admin');
  await upload();
  begun = await waitFor(async () => {
    const entry = await readEntry();
    return entry !== undefined && entry.done > 0 && entry;
  });
  await studio.running.process.killEverything();
  const { dataDir, program } = studio.running;
  const environment = { LOG_LEVEL: 'silent', STUDIO_DEMO: 'off' };
  studio.running.process = await startStudioProcess(dataDir, environment, program);
  admin = await new StudioClient(studio.running.process.base).staff('admin');
  // The job was lost with its process; the sweep finds its work after two idle minutes.
  await new SandboxClock(studio.running.process.base).advance('PT3M');
  closed = await waitFor(async () => {
    const found = await readEntry();
    return found?.status === 'closed' && found;
  });
});
afterAll(() => studio?.stop());

const readEntry = async () => (await admin.expect(importsAnswer, 'GET', '/api/admin/imports')).imports[0];
/** What was sent to anyone of the files, as kind and address, changes of mailing lists included. */
const readMails = async () =>
  (
    await studio.running.query(
      `SELECT kind, recipient FROM sandbox.outbox WHERE recipient LIKE '%@${domain}'`,
    )
  )
    .map(({ kind, recipient }) => `${kind} ${recipient}`)
    .toSorted();

async function upload(): Promise<void> {
  const form = new FormData();
  for (const [kind, text] of Object.entries(files)) form.set(kind, new Blob([text]), `${kind}.csv`);
  const response = await fetch(`${studio.running.process.base}/api/admin/imports`, {
    ...{ method: 'POST', headers: admin.headers, body: form },
  });
  expect(response.status).toBe(200);
}

it('goes on by itself after a kill -9 of everything', () => {
  expect(begun.done).toBeLessThan(PEOPLE);
  expect(closed).toMatchObject({ created: PEOPLE, merged: 0, sums: { lots: PEOPLE, passes: 7 * PEOPLE } });
});

it('has a certificate that the auditor’s command checks against the files and the store', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'import-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = `${studio.running.process.base}/api/admin/imports/${closed.importId}/certificate`;
  const text = await (await fetch(path, { headers: admin.headers })).text();
  const write = async (name: string, content: string) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  const certificate = await write('certificate.json', text);
  const members = await write('members.csv', files.members);
  const held = await studio.runAudit('verify', certificate, members, '--here');
  expect(held.text).toContain('✓ It holds');
  expect(held).toMatchObject({ code: 0 });
  const altered = await write('altered.json', text.replaceAll('"passes":7,', '"passes":8,'));
  const wrong = await studio.runAudit('verify', altered, await write('other.csv', 'name,email'));
  expect(wrong.text).toContain('The signature is not that of this content.');
  expect(wrong.text).toContain('is not a file of this import');
  expect(wrong.code).toBe(1);
  expect((await studio.runAudit('verify')).text).toContain('✓ It holds: every pass is where the events say.');
});

/** No welcome, reminder, confirmation or newsletter: not even after a booking, days later. */
async function expectNoMails(): Promise<void> {
  const { members } = await admin.expect(adminMembersAnswer, 'GET', '/api/admin/members');
  const someone = members.find((member) => member.email === email(3));
  const [classId] = await openClasses(admin, 5);
  const booked = await admin.call('POST', '/api/admin/add-member-to-class', { classId, userId: someone?.id });
  expect(booked.status).toBe(200);
  await new SandboxClock(studio.running.process.base).advance('P3D');
  admin = await new StudioClient(studio.running.process.base).staff('admin');
  expect(await readMails()).toEqual([]);
}

/** A member who requests a sign-in code gets one, and needs no invitation from then on. */
async function signInByCode(): Promise<void> {
  const visitor = new StudioClient(studio.running.process.base);
  await visitor.call('POST', '/api/auth/email-code', { email: email(5) });
  const [sent] = await waitFor(async () => {
    const found = await studio.running.query(
      'SELECT body_text AS text FROM sandbox.outbox WHERE recipient = $1',
      [email(5)],
    );
    return found.length > 0 && found;
  });
  const [code] = /\b\d{3} ?\d{3}\b/.exec(String(sent?.text)) ?? [];
  const { token } = await visitor.expect(
    z.object({ token: z.string() }),
    'POST',
    '/api/auth/email-code/verify',
    { email: email(5), code },
  );
  const passes = await new StudioClient(visitor.base, token).call('GET', '/api/user/passes');
  expect(passes.body).toMatchObject([{ remaining: 7, brought: { passes: 7, classes: 10 } }]);
}

it('sends only requested sign-in codes before the invitations, and then what is due, once each', async () => {
  await expectNoMails();
  await signInByCode();
  const path = `/api/admin/imports/${closed.importId}/invite`;
  for (let press = 0; press < 2; press += 1) expect((await admin.call('POST', path)).status).toBe(200);
  const count = (mails: readonly string[], kind: string) =>
    mails.filter((mail) => mail.startsWith(`${kind} `)).length;
  await waitFor(async () => count(await readMails(), 'import-invite') >= PEOPLE - 1);
  // The passes end within a week, and everyone agreed to the newsletter.
  await new SandboxClock(studio.running.process.base).advance('PT2H');
  const mails = await waitFor(async () => {
    const found = await readMails();
    return count(found, 'pass-expiring') >= PEOPLE && count(found, 'mailing-list') >= PEOPLE - 1 && found;
  });
  expect(count(mails, 'import-invite')).toBe(PEOPLE - 1);
  expect(mails).not.toContain(`import-invite ${email(5)}`);
  expect(count(mails, 'welcome')).toBe(0);
  expect(new Set(mails.filter((mail) => !mail.startsWith('mailing-list'))).size).toBe(
    mails.filter((mail) => !mail.startsWith('mailing-list')).length,
  );
});
