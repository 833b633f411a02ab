import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { erasureCertificate } from '#services/contract/erasure-certificate.ts';
import { openClasses } from '#tools/testing/open-classes.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';
import { type FileHit, searchFiles } from '../testing/search-files.fixture.ts';

/** In clear in Postgres while the account exists, since staff search by them. */
const identity = {
  name: 'Philomena Sandpiperton',
  newName: 'Philomena Turnstoneham',
  email: 'philomena.sandpiperton@marram.example',
  newEmail: 'mena.turnstoneham@marram.example',
  phone: '07911 848 484',
  newPhone: '07911 959 595',
};
/** Free text of a member, which is sealed from the start. */
const confidential = {
  medication: 'quetzaprolimide, mornings',
  newMedication: 'brontaprolimide, evenings',
  injury: 'scaphoid, from a fall at Reculver',
  movement: 'wringing out the mainsail',
  message: 'I would come on Thursdays after the oyster boat',
};
const password = 'seaside-7';

let studio: RunningStudio;
let visitor: StudioClient;
beforeAll(async () => {
  studio = await startRunningStudio({ LOG_LEVEL: 'trace', STUDIO_DEMO: 'off' });
  visitor = new StudioClient(studio.process.base);
});
afterAll(() => studio?.remove());

const passes = z.object({ classPasses: z.array(z.object({ id: z.number(), name: z.string() })) });
const token = z.object({ token: z.string() });

async function callOk(client: StudioClient, method: string, path: string, body?: unknown): Promise<void> {
  const answer = await client.call(method, path, body);
  expect([path, answer.status, answer.status < 300 ? '' : answer.body]).toEqual([path, answer.status, '']);
}

/** The link's secret in the last email of a kind to an address. */
async function readLinkToken(email: string, kind: string): Promise<string> {
  return waitFor(
    async () => {
      const answer = await fetch(
        `${studio.process.base}/sandbox/outbox.json?to=${encodeURIComponent(email)}`,
      );
      const mails = z
        .array(z.object({ kind: z.string(), text: z.string().default('') }))
        .parse(await answer.json());
      return /[?&#]token=([\w-]+)/.exec(mails.find((mail) => mail.kind === kind)?.text ?? '')?.[1];
    },
    { what: `the ${kind} email to ${email}` },
  );
}

/** A member uses what stores their data: sign-up, a purchase, a booking, a registration, and changes of everything. */
async function useStudio(): Promise<{ member: StudioClient; memberId: string }> {
  const { name, email, phone, newName, newEmail, newPhone } = identity;
  const health = {
    ...{ onMedication: true, medicationDetails: confidential.medication },
    ...{ hasInjuries: true, injuryDetails: confidential.injury, isPregnantOrPostpartum: true },
    ...{ painfulMovements: true, painfulMovementDetails: confidential.movement },
    okWithHandsOnCorrections: false,
  };
  const signedUp = await visitor.expect(token, 'POST', '/api/auth/signup', {
    ...{ name, email, phone, password, newsletter: true },
    ...health,
  });
  let member = new StudioClient(studio.process.base, signedUp.token);
  const known = await member.expect(
    z.object({ user: z.object({ id: z.string() }) }),
    'GET',
    '/api/auth/user',
  );
  const { classPasses } = await visitor.expect(passes, 'GET', '/api/class-passes');
  const pass = classPasses.find((each) => each.name === '5 Class Pass')?.id ?? 0;
  expect((await member.buy(pass)).status).toBe(200);
  const [classId] = await openClasses(await visitor.staff('admin'), 1);
  await callOk(member, 'POST', '/api/bookings', { classId });
  await callOk(member, 'PUT', '/api/user/profile', {
    name: newName,
    phone: newPhone,
    dateOfBirth: '1987-03-14',
  });
  await callOk(member, 'PUT', '/api/user/health', {
    ...health,
    medicationDetails: confidential.newMedication,
  });
  await callOk(member, 'POST', '/api/user/email', { newEmail, currentPassword: password });
  await callOk(visitor, 'POST', '/api/auth/confirm-email', {
    token: await readLinkToken(newEmail, 'email-change'),
  });
  await callOk(visitor, 'POST', '/api/registrations', {
    ...{ name: newName, email: newEmail, phone: newPhone, message: confidential.message },
  });
  const again = await visitor.expect(token, 'POST', '/api/auth/signin', { email: newEmail, password });
  member = new StudioClient(studio.process.base, again.token);
  return { member, memberId: known.user.id };
}

/**
 * The files of the sandbox's tables. They stand for the records of Stripe and Brevo and for mailboxes, which an erasure by the studio
 * does not reach.
 */
async function readSandboxFiles(): Promise<ReadonlySet<string>> {
  const rows = await studio.query(
    `WITH tables AS (SELECT oid, reltoastrelid FROM pg_class WHERE relnamespace = 'sandbox'::regnamespace),
       found AS (SELECT oid FROM tables UNION SELECT reltoastrelid FROM tables
         UNION SELECT i.indexrelid FROM pg_index i JOIN tables t ON t.reltoastrelid = i.indrelid)
     SELECT pg_relation_filepath(oid) AS path FROM found WHERE pg_relation_filepath(oid) IS NOT NULL`,
  );
  return new Set(rows.map(({ path }) => join('postgres', 'cluster', String(path))));
}

/** The paths of files with one of the values; a file of a table or index is described by its relation. */
async function search(values: Readonly<Record<string, string | Buffer>>): Promise<FileHit[]> {
  const sandbox = await readSandboxFiles();
  // A file of a large relation ends with its segment or fork.
  const hits = await searchFiles(studio.dataDir, values, (path) =>
    sandbox.has(path.replace(/(\.\d+|_fsm|_vm)$/, '')),
  );
  return Promise.all(
    hits.map(async ({ what, path }) => {
      const node = /cluster\/base\/\d+\/(\d+)/.exec(path)?.[1];
      if (node === undefined) return { what, path };
      const [row] = await studio.query('SELECT pg_filenode_relation(0, $1)::regclass::text AS name', [node]);
      return { what, path: `${path} ${String(row?.name)}` };
    }),
  );
}
const isLog = (path: string) => path.includes(join('cluster', 'pg_wal'));

it('leaves nothing of a member in any file of the data directory', async () => {
  const { member, memberId } = await useStudio();
  const [row] = await studio.query('SELECT wrapped_key FROM member_keys WHERE member_id = $1', [memberId]);
  const key = z.instanceof(Buffer).parse(row?.wrapped_key);
  // Statistics and pages reach the disk as they do in time by themselves.
  // The sandbox's own tables are left out, since their samples would be among those of the studio.
  const tables = await studio.query(
    `SELECT string_agg(format('%I.%I', schemaname, tablename), ', ') AS names FROM pg_tables
     WHERE schemaname NOT IN ('sandbox', 'pg_catalog', 'information_schema')`,
  );
  await studio.query(`ANALYZE ${String(tables[0]?.names)}`);
  await studio.query('CHECKPOINT');
  const before = await search({ ...identity, key });
  for (const what of Object.keys(identity).concat('key')) {
    expect(
      before.filter((hit) => hit.what === what && !isLog(hit.path)),
      what,
    ).not.toEqual([]);
    expect(
      before.filter((hit) => hit.what === what && isLog(hit.path)),
      what,
    ).not.toEqual([]);
  }
  expect(await search(confidential)).toEqual([]);

  await callOk(member, 'DELETE', '/api/user', { password });
  const auditor = await visitor.staff('auditor');
  const path = `/api/audit/members/${memberId}/erasure`;
  await waitFor(async () => (await auditor.call('GET', path)).status === 200, { what: 'the certificate' });
  const { content } = await auditor.expect(erasureCertificate.strict(), 'GET', path);
  expect(content.disk.scope).toBe('tables_and_log');
  expect(content.cleared.at(-1)).toContain('files of the database and in its log');
  expect(await search({ ...identity, ...confidential, key })).toEqual([]);
});

it('the search finds a value in every encoding', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'search-files-'));
  try {
    const { name } = identity;
    const forms: Record<string, Buffer> = {
      utf8: Buffer.from(`x${name}y`),
      utf16: Buffer.from(`xy${name}`, 'utf16le'),
      hex: Buffer.from(Buffer.from(name).toString('hex')),
      base64: Buffer.from(Buffer.from(`{"name":"${name}"}`).toString('base64')),
      base64url: Buffer.from(Buffer.from(`1${name}2`).toString('base64url')),
      url: Buffer.from(encodeURIComponent(name)),
    };
    for (const [file, content] of Object.entries(forms)) await writeFile(join(directory, file), content);
    await writeFile(join(directory, 'other'), 'Philomena Turnstoneham');
    const hits = await searchFiles(directory, { name });
    expect(hits.map(({ path }) => path).toSorted()).toEqual(Object.keys(forms).toSorted());
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
