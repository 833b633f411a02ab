import { beforeAll, describe, expect, it } from 'vitest';
import { createAuditSigner } from '#infra/crypto/audit-signature.ts';
import { bookClass } from '#services/commands/booking/book-class.ts';
import { cancelBooking } from '#services/commands/booking/cancel-booking.ts';
import { Studio } from '#services/commands/testing/studio.fixture.ts';
import { buildMemberHistory, readMemberEvents } from '../history/member-history.ts';
import { buyPasses } from '../testing/paid-lots.fixture.ts';
import { canonicalJson } from './canonical-json.ts';
import { type Bundle, type BundleContent, computeChainHash, createBundle } from './create-bundle.ts';
import { formatCsv } from './format-csv.ts';
import { verifyBundle } from './verify-bundle.ts';

const signer = createAuditSigner(Buffer.alloc(32, 7));
const asOf = new Date('2026-06-01T00:00:00.000Z');
const of = { memberId: 'ann', membershipId: null, paymentIntentIds: [] };

let bundle: Bundle;
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
  const records = await readMemberEvents(studio.log.connect(), of, asOf);
  const history = buildMemberHistory('ann', records, asOf);
  bundle = createBundle({ studio: 'Tideline', memberId: 'ann', exportedAt: asOf }, history, records, signer);
  csv = formatCsv(history);
});

const problemsOf = (changed: Bundle) => verifyBundle(JSON.stringify(changed)).problems;
const withContent = (content: Partial<BundleContent>): Bundle => ({
  ...bundle,
  content: { ...bundle.content, ...content },
});
const signedAnew = ({ content }: Bundle): Bundle => ({
  content,
  signature: { ...bundle.signature, value: signer.sign(canonicalJson(content)) },
});

describe('a bundle', () => {
  it('holds by itself, whatever the order of its keys', () => {
    const { about, problems } = verifyBundle(JSON.stringify(bundle, null, 2));
    expect(problems).toEqual([]);
    expect(about).toMatchObject({ memberId: 'ann', events: 8, fingerprint: signer.fingerprint });
    const { signature, content } = bundle;
    expect(problemsOf({ signature, content })).toEqual([]);
  });

  it('shows any change of what is signed', () => {
    expect(problemsOf(withContent({ asOf: '2026-06-02T00:00:00.000Z' }))).toContain(
      'The signature is not that of this content.',
    );
    expect(problemsOf(withContent({ events: bundle.content.events.slice(1) }))).toHaveLength(4);
    const other = createAuditSigner(Buffer.alloc(32, 8));
    const forged = { ...bundle, signature: { ...bundle.signature, publicKey: other.publicKey } };
    expect(problemsOf(forged)).toEqual(['The signature is not that of this content.']);
    expect(verifyBundle('{}').problems).toHaveLength(1);
    expect(verifyBundle('not even JSON').about).toBeNull();
  });

  it('is not believed because it is signed: its events are counted again', () => {
    const { claims } = bundle.content;
    const totals = { ...claims.totals, available: claims.totals.available + 1 };
    const richer = signedAnew(withContent({ claims: { ...claims, totals } }));
    expect(problemsOf(richer)).toEqual(['The events do not come to what the bundle claims.']);

    let before = '';
    const events = bundle.content.events
      .filter(({ type }) => type !== 'PassSpent')
      .map((event) => {
        before = computeChainHash(before, event);
        return { ...event, hash: before };
      });
    const shorter = problemsOf(signedAnew(withContent({ events, head: before })));
    expect(shorter.join(' ')).toMatch(/do not follow one another.*moved from where it is not/);
  });
});

it('a spreadsheet gets a line for each event, and takes no text for a formula', () => {
  const lines = csv.trimEnd().split('\r\n');
  expect(lines).toHaveLength(9);
  expect(lines[0]).toMatch(/^position,stream,revision/);
  expect(lines[3]).toMatch(/LotGranted.*,3,,available,3,3,0,0,0,0,0$/);
  expect(csv).not.toMatch(/(^|,)[=+@-]/m);
});
