import { Readable } from 'node:stream';
import ExcelJS from 'exceljs';
import { beforeAll, describe, expect, it } from 'vitest';
import { toSpreadsheetText } from '#domain/spreadsheet-text.ts';
import { createAuditSigner } from '#infra/crypto/audit-signature.ts';
import { bookClass } from '#services/commands/booking/book-class.ts';
import { cancelBooking } from '#services/commands/booking/cancel-booking.ts';
import { Studio } from '#services/commands/testing/studio.fixture.ts';
import { nastyCases } from '#tools/testing/nasty-texts.ts';
import { buildMemberHistory, type MemberHistory, readMemberEvents } from '../history/member-history.ts';
import { buyPasses } from '../testing/paid-lots.fixture.ts';
import { canonicalJson } from './canonical-json.ts';
import { type Bundle, type BundleContent, computeChainHash, createBundle } from './create-bundle.ts';
import { formatCsv } from './format-csv.ts';
import { verifyBundle } from './verify-bundle.ts';

const signer = createAuditSigner(Buffer.alloc(32, 7));
const asOf = new Date('2026-06-01T00:00:00.000Z');
const subject = { memberId: 'ann', membershipId: null, paymentIntentIds: [] };

let bundle: Bundle;
let history: MemberHistory;
let csv: string;
beforeAll(async () => {
  const studio = new Studio();
  await studio.schedule(1);
  await buyPasses(studio, 'ann', 3);
  await buyPasses(studio, 'bea', 3);
  const deps = studio.start();
  const { bookingId } = await bookClass(
    deps,
    { classId: 1, memberId: 'ann', source: 'member' },
    studio.context(),
  );
  await bookClass(deps, { classId: 1, memberId: 'bea', source: 'member' }, studio.context());
  await cancelBooking(deps, { bookingId, classId: 1, memberId: 'ann' }, studio.context());
  const records = await readMemberEvents(studio.log.connect(), subject, asOf);
  history = buildMemberHistory('ann', records, asOf);
  bundle = createBundle({ studio: 'Tideline', memberId: 'ann', exportedAt: asOf }, history, records, signer);
  csv = formatCsv(history);
});

const findProblems = (changed: Bundle) => verifyBundle(JSON.stringify(changed)).problems;
const withContent = (content: Partial<BundleContent>): Bundle => ({
  ...bundle,
  content: { ...bundle.content, ...content },
});
const signAgain = ({ content }: Bundle): Bundle => ({
  content,
  signature: { ...bundle.signature, value: signer.sign(canonicalJson(content)) },
});

describe('a bundle', () => {
  it('verifies without the store, in any order of its keys', () => {
    const { about, problems } = verifyBundle(JSON.stringify(bundle, null, 2));
    expect(problems).toEqual([]);
    expect(about).toMatchObject({ memberId: 'ann', events: 8, fingerprint: signer.fingerprint });
    const { signature, content } = bundle;
    expect(findProblems({ signature, content })).toEqual([]);
  });

  it('fails verification after any change of its content or key', () => {
    expect(findProblems(withContent({ asOf: '2026-06-02T00:00:00.000Z' }))).toContain(
      'The signature is not that of this content.',
    );
    expect(findProblems(withContent({ events: bundle.content.events.slice(1) }))).toHaveLength(4);
    const other = createAuditSigner(Buffer.alloc(32, 8));
    const forged = { ...bundle, signature: { ...bundle.signature, publicKey: other.publicKey } };
    expect(findProblems(forged)).toEqual(['The signature is not that of this content.']);
    expect(verifyBundle('{}').problems).toHaveLength(1);
    expect(verifyBundle('not even JSON').about).toBeNull();
  });

  it('fails verification with a valid signature if its events do not yield its claims', () => {
    const { claims } = bundle.content;
    const totals = { ...claims.totals, available: claims.totals.available + 1 };
    const richer = signAgain(withContent({ claims: { ...claims, totals } }));
    expect(findProblems(richer)).toEqual(['The events do not come to what the bundle claims.']);

    let previousHash = '';
    const events = bundle.content.events
      .filter(({ type }) => type !== 'PassSpent')
      .map((event) => {
        previousHash = computeChainHash(previousHash, event);
        return { ...event, hash: previousHash };
      });
    const shorter = findProblems(signAgain(withContent({ events, head: previousHash })));
    expect(shorter.join(' ')).toMatch(/do not follow one another.*moved from where it is not/);
  });
});

it('formats one CSV row per event, and no text that a spreadsheet would evaluate', () => {
  const lines = csv.trimEnd().split('\r\n');
  expect(lines).toHaveLength(9);
  expect(lines[0]).toMatch(/^\uFEFFposition,stream,revision/);
  // The byte order mark by which spreadsheets detect UTF-8, once.
  expect(csv.lastIndexOf('\uFEFF')).toBe(0);
  expect(lines[3]).toMatch(/LotGranted.*,3,,available,3,3,0,0,0,0,0$/);
  expect(csv).not.toMatch(/(^|,)[=+@-]/m);
});

it.each(nastyCases)('keeps %s in its cell, as text', async (_name, text) => {
  const [first, ...others] = history.events;
  if (first === undefined) throw new Error('The history is empty');
  const nasty = formatCsv({ ...history, events: [{ ...first, summary: text, why: text }, ...others] });
  const sheet = await new ExcelJS.Workbook().csv.read(Readable.from([nasty]), { map: (value) => value });
  expect(sheet.rowCount).toBe(9);
  const summary = sheet.getRow(2).getCell(7).value;
  expect(summary ?? '').toBe(toSpreadsheetText(text));
  expect(sheet.getRow(2).getCell(8).value).toBe(summary);
});
