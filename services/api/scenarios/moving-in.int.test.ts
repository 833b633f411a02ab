import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toLondonDay } from '#domain/london-time.ts';
import { verifyImportCertificate } from '#services/audit/import/certificate.ts';
import { verifyEvents } from '#services/audit/verifier/verify-events.ts';
import { auditOverviewAnswer } from '#services/contract/audit-overview.ts';
import type { ImportAnswer } from '#services/contract/imports.ts';
import { expectRefused, ImportStudio, readRefusal } from '../testing/import-studio.fixture.ts';
import { createRandom, makeMindbodyLike } from '../testing/made-up-studios.fixture.ts';

const seed = Number(process.env.IMPORT_SEED ?? randomInt(1_000_000));
const KILLS = 20;

const mindbody = makeMindbodyLike({ count: 600, seed, today: toLondonDay(new Date()) });
const monthFirst = { dateOrder: 'month-first' };

let studio: ImportStudio;
/** What the studio answered until all was brought over; no test changes anything after that. */
let asked: ImportAnswer;
let refusedUnanswered: Awaited<ReturnType<typeof readRefusal>>;
let first: ImportAnswer;
let importsBefore: unknown;
let begun: ImportAnswer;
let refusedUndo: Awaited<ReturnType<typeof readRefusal>>;

beforeAll(async () => {
  console.log(`IMPORT_SEED=${seed}`);
  studio = await ImportStudio.start();
  asked = await studio.dryRun(mindbody.files);
  refusedUnanswered = await readRefusal(await studio.send(mindbody.files));
  first = await studio.dryRun(mindbody.files, monthFirst);
  importsBefore = await studio.readImports();
  begun = await studio.upload(mindbody.files, monthFirst);
  refusedUndo = await readRefusal(await studio.fetch(`/${begun.importId}/undo`, { method: 'POST' }));
  await studio.runWithKills(begun.importId, KILLS, createRandom(seed));
  await studio.waitForReadModels();
});
afterAll(() => studio?.running.stop());

describe('a studio that comes from a system like Mindbody', () => {
  it('is asked what its dates mean, and nothing happens until that is answered', () => {
    expect(asked).toMatchObject({ preset: 'mindbody', source: 'Mindbody', dryRun: true });
    expect(asked.files).toMatchObject([
      { file: 'members', encoding: 'windows-1252', separator: ';', lines: 609 },
      { file: 'passes', encoding: 'utf-16le', separator: '\t' },
    ]);
    expect(asked.dates.ambiguous).toBeGreaterThan(100);
    const [example] = asked.dates.examples;
    expect(example?.dayFirst.slice(5, 7)).toBe(example?.monthFirst.slice(8, 10));
    expect(refusedUnanswered).toMatchObject({ status: 422, code: 'DATES_AMBIGUOUS' });
    expect(importsBefore).toEqual([]);
  });

  it('sees in a dry run what becomes of each line', () => {
    expect(first).toMatchObject({ created: mindbody.people, merged: 0, dates: { ambiguous: 0 } });
    expectRefused(first, mindbody);
    expect(first.sums.byPass).toEqual(mindbody.sums);
    expect(first.unknownNames).toEqual(['Unlimited Summer Pass']);
    expect(importsBefore).toEqual([]);
  });

  it('is brought over by processes that are killed at 20 random rows', async () => {
    expect({ ...begun, pending: undefined }).toEqual({ ...first, dryRun: false, pending: undefined });
    expect(refusedUndo).toMatchObject({ status: 409, code: 'IMPORT_RUNNING' });
    const [entry] = await studio.readImports();
    expect(entry).toMatchObject({
      ...{ importId: begun.importId, status: 'closed' },
      ...{ created: mindbody.people, merged: 0, done: mindbody.people },
    });
    expect(entry?.sums.byPass).toEqual(mindbody.sums);
  });

  it('has a certificate with the same sums from the files and from the ledger', async () => {
    const text = await studio.certify(first.importId);
    const verdict = verifyImportCertificate(text);
    expect(verdict?.problems).toEqual([]);
    expect(verdict?.content.ledgerSums).toEqual(mindbody.sums);
    expect(verdict?.content.lots.length).toBe(first.sums.lots);
    expect(text).not.toContain('@');
    const altered = verifyImportCertificate(text.replace('"passes":', '"passes":1'));
    expect(altered?.problems).toContain('The signature is not that of this content.');
    const verification = await verifyEvents(studio.running.runtime.eventStore, { now: new Date() });
    expect(verification.exceptions).toEqual([]);
  });

  it('grants nothing when the same files come again', async () => {
    const before = (await studio.readEvents()).length;
    const again = await studio.upload(mindbody.files, monthFirst);
    expect(again).toMatchObject({
      ...{ importId: first.importId, created: 0, merged: 0, refused: [], sums: { lots: 0, passes: 0 } },
    });
    const { passes } = mindbody.files;
    expect(passes && (await studio.upload({ passes }))).toMatchObject({
      ...{ created: 0, merged: 0, sums: { lots: 0 } },
    });
    expect((await studio.readEvents()).length).toBe(before);
    expect(await studio.readImports()).toHaveLength(1);
  });

  it('leaves no line of the files behind, and no name in its events', async () => {
    const { pool } = studio.running.runtime;
    expect((await pool.query('SELECT * FROM import_work')).rows).toEqual([]);
    const keys = await pool.query("SELECT wrapped_key FROM member_keys WHERE member_id LIKE 'import-%'");
    expect(keys.rows).toEqual([{ wrapped_key: null }]);
    const events = (await studio.readEvents()).filter(({ stream }) => stream === 'imports-studio');
    expect(events.map(({ type }) => type)).toEqual(['ImportBegun', 'ImportClosed']);
    expect(JSON.stringify(events.map(({ data }) => data))).not.toContain('@');
  });

  it('counts its passes as owed, and as no money received', async () => {
    const { money, liability } = await studio.admin.expect(auditOverviewAnswer, 'GET', '/api/audit/overview');
    expect(money).toMatchObject({ receivedPence: 0, matched: true, lotsWithoutSale: { count: 0 } });
    expect(money.lots.import.pence).toBe(first.sums.pence);
    expect(liability).toMatchObject({ passes: first.sums.passes, pence: first.sums.pence });
  });
});
