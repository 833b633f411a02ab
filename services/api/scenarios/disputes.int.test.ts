import { randomUUID } from 'node:crypto';
import { millisecondsInHour } from 'date-fns/constants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tokenAnswer } from '#services/contract/auth.ts';
import { disputesAnswer, type EvidenceAnswer, evidenceAnswer } from '#services/contract/disputes.ts';
import { membershipRedirectAnswer } from '#services/contract/membership.ts';
import { personAnswer } from '#services/contract/person.ts';
import { openClasses } from '#tools/testing/open-classes.ts';
import { payByCard } from '#tools/testing/pay-by-card.ts';
import { payOnPage } from '#tools/testing/pay-on-page.ts';
import { refusal, StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { currentTerms } from '../terms/current-terms.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';
import { SandboxClock } from '../testing/sandbox-clock.fixture.ts';

const fivePasses = 5;
const disputedCard = '4000000000000259';
const studioEmail = 'hello@tideline.example';

let studio: RunningStudio;
let base: string;
let visitor: StudioClient;
let admin: StudioClient;
let clock: SandboxClock;
beforeAll(async () => {
  studio = await startRunningStudio({ LOG_LEVEL: 'silent', STUDIO_DEMO: 'off', STUDIO_EMAIL: studioEmail });
  base = studio.process.base;
  visitor = new StudioClient(base);
  admin = await visitor.staff('admin');
  clock = new SandboxClock(base);
});
afterAll(() => studio?.remove());

const healthAnswers = {
  onMedication: true,
  medicationDetails: 'secret-medicine',
  hasInjuries: true,
  injuryDetails: 'left-knee-secret',
  isPregnantOrPostpartum: false,
  painfulMovements: true,
  painfulMovementDetails: 'kneeling-secret',
  okWithHandsOnCorrections: false,
};

const pathOf = (id: string) => `/api/admin/disputes/${id}/evidence`;
const readEvidence = (id: string) => admin.expect(evidenceAnswer.strict(), 'GET', pathOf(id));
const readList = async () => (await admin.expect(disputesAnswer, 'GET', '/api/admin/disputes')).disputes;
const textOf = ({ fields }: EvidenceAnswer, name: string) =>
  fields.find((field) => field.name === name)?.text;
const answer = (id: string, fields: Record<string, string> = {}, requestKey: string = randomUUID()) =>
  admin.call('POST', pathOf(id), { fields, requestKey });
const readEvents = async (id: string) =>
  studio.queryEvents(
    'SELECT type, data::jsonb FROM event_store.readable_events WHERE stream = $1 ORDER BY revision',
    [`dispute-${id}`],
  );
const stripeDispute = z.object({
  status: z.string(),
  evidence: z.record(z.string(), z.unknown()),
  evidence_details: z.object({ due_by: z.number(), submission_count: z.number() }),
  metadata: z.record(z.string(), z.string()),
});
async function atStripe<T>(shape: z.ZodType<T>, path: string, fields?: Record<string, string>): Promise<T> {
  const response = await fetch(`${base}/sandbox/stripe/v1/${path}`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
    ...(fields === undefined ? {} : { method: 'POST', body: new URLSearchParams(fields) }),
  });
  return shape.parse(await response.json());
}
async function signUp(name: string): Promise<StudioClient> {
  const email = `${randomUUID().slice(0, 8)}@example.org`;
  const body = {
    name,
    email,
    phone: '07700 900123',
    password: 'seaside-7',
    healthConsent: true,
    ...healthAnswers,
  };
  const { token } = await visitor.expect(tokenAnswer, 'POST', '/api/auth/signup', body);
  return new StudioClient(base, token);
}
async function waitForDispute(paymentIntentId: string): Promise<string> {
  const entry = await waitFor(async () =>
    (await readList()).find((dispute) => dispute.paymentIntentId === paymentIntentId),
  );
  return entry.id;
}
async function buy(member: StudioClient, card?: string): Promise<string> {
  const { clientSecret } = await member.expect(
    z.object({ clientSecret: z.string() }),
    'POST',
    '/api/create-payment-intent',
    { passId: fivePasses, acceptTerms: true, startNow: true },
  );
  const { id } = await payByCard(base, { clientSecret }, card);
  await member.call('POST', '/api/complete-payment', { payment_intent_id: id });
  return id;
}
/** Five passes whose card's bank disputes the payment at once. */
const buyDisputed = async (member: StudioClient) => waitForDispute(await buy(member, disputedCard));
const dispute = (paymentIntentId: string, kind = 'product_not_received') =>
  fetch(`${base}/sandbox/stripe/dashboard/payments/${paymentIntentId}/dispute`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ kind }),
  });

describe('the evidence of a dispute', () => {
  let id: string;
  let paymentIntentId: string;
  let opened: EvidenceAnswer;
  beforeAll(async () => {
    const member = await signUp('Łukasz Śródziński');
    paymentIntentId = await buy(member);
    const [first = 0, second = 0] = await openClasses(admin, 2, 7, await clock.now());
    const { bookingId } = await member.expect(z.object({ bookingId: z.number() }), 'POST', '/api/bookings', {
      classId: first,
    });
    await member.call('POST', '/api/bookings', { classId: second });
    await clock.advance('P3D');
    const marked = await admin.call('PUT', `/api/instructor/attendance/${bookingId}`, { attended: true });
    expect(marked.status).toBe(200);
    await dispute(paymentIntentId);
    id = await waitForDispute(paymentIntentId);
    opened = await readEvidence(id);
  });

  it('is filled from the payment, the terms, the bookings and the emails', async () => {
    expect(opened).toMatchObject({
      dispute: { id, paymentIntentId, amountPence: 11_000, reason: 'product_not_received', stage: 'open' },
      isErased: false,
      answer: null,
    });
    const { due_by } = (await atStripe(stripeDispute, `disputes/${id}`)).evidence_details;
    expect(opened.dispute.dueAt).toBe(new Date(due_by * 1_000).toISOString());
    expect(textOf(opened, 'customer_name')).toBe('Łukasz Śródziński');
    expect(textOf(opened, 'product_description')).toMatch(
      /^5 Class Pass: the right to 5 classes at Tideline/,
    );
    expect(textOf(opened, 'service_date')).toMatch(/^\d{1,2} \w+ \d{4}$/);
    expect(textOf(opened, 'uncategorized_text')).toContain('2 bookings');
    expect(textOf(opened, 'uncategorized_text')).toContain('they attended 1');
    expect(textOf(opened, 'cancellation_policy_disclosure')).toContain(currentTerms.sha256);
    expect(textOf(opened, 'cancellation_policy')).toContain('24 hours or more before the start');
    expect(textOf(opened, 'refund_policy')).toContain('Changed your mind?');
    expect(textOf(opened, 'access_activity_log')).toContain('Asked for the service to begin at once');
    expect(textOf(opened, 'service_documentation')).toContain('attended');
    expect(textOf(opened, 'customer_communication')).toContain(
      'confirmation of the booking: Reformer For All',
    );
    expect(textOf(opened, 'receipt')).toContain(paymentIntentId);
    expect(opened.fields.filter(({ cutBy }) => cutBy > 0)).toEqual([]);
    const path = `/api/admin/members/${opened.dispute.memberId}`;
    const { person } = await admin.expect(personAnswer, 'GET', path);
    if (person.erased) throw new Error('The member is erased');
    expect(person.readings.entries.map(({ what }) => what)).toContain('dispute');
    expect(person.money.entries).toMatchObject([
      { kind: 'pass_dispute', disputeId: id },
      { kind: 'pass_sale', disputeId: null },
    ]);
    expect(opened.fields.map(({ name }) => name)).not.toContain('duplicate_charge_id');
  });

  it('never has answers about health', () => {
    const everything = JSON.stringify(opened);
    for (const secret of ['secret-medicine', 'left-knee-secret', 'kneeling-secret', 'medication', 'pregnan'])
      expect(everything).not.toContain(secret);
  });

  it('can be read as a PDF, with changes and without', async () => {
    const fetchPdf = (init: RequestInit) =>
      fetch(`${base}${pathOf(id)}.pdf`, {
        ...init,
        headers: { ...admin.headers, 'content-type': 'application/json' },
      });
    const filled = await fetchPdf({});
    const edited = await fetchPdf({ method: 'POST', body: JSON.stringify({ fields: { service_date: '' } }) });
    for (const response of [filled, edited]) {
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/pdf');
      expect(response.headers.get('cache-control')).toBe('private, no-store');
    }
    const [one, other] = [await filled.bytes(), await edited.bytes()];
    expect(new TextDecoder().decode(one.slice(0, 5))).toBe('%PDF-');
    expect(one.length).not.toBe(other.length);
  });

  it('refuses texts over the limit of Stripe, unknown fields and unknown disputes', async () => {
    expect(refusal(await answer(id, { uncategorized_text: 'x'.repeat(20_001) }))).toBe('400 INVALID_INPUT');
    expect(refusal(await answer(id, { shipping_carrier: 'Royal Mail' }))).toBe('400 INVALID_INPUT');
    expect(refusal(await answer(id, { duplicate_charge_id: 'pi_1' }))).toBe('400 INVALID_INPUT');
    expect(refusal(await answer(id, { receipt: 'a\n'.repeat(9_000) }))).toBe('422 EVIDENCE_TOO_LONG');
    expect(refusal(await answer('du_none'))).toBe('404 DISPUTE_NOT_FOUND');
    expect(await readEvents(id)).toMatchObject([{ type: 'DisputeReported' }]);
  });

  it('is not sent while Stripe is down, and nothing is noted', async () => {
    await studio.query(`CREATE FUNCTION sandbox.break() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'Stripe is down'; END $$`);
    await studio.query(`CREATE TRIGGER broken BEFORE INSERT ON sandbox.stripe_objects FOR EACH ROW
      WHEN (NEW.kind = 'file') EXECUTE FUNCTION sandbox.break()`);
    expect((await answer(id)).status).toBe(503);
    await studio.query('DROP TRIGGER broken ON sandbox.stripe_objects');
    expect(await readEvents(id)).toMatchObject([{ type: 'DisputeReported' }]);
    expect(await atStripe(stripeDispute, `disputes/${id}`)).toMatchObject({
      status: 'needs_response',
      evidence_details: { submission_count: 0 },
    });
  });

  it('is sent once for two presses, and is read-only afterwards', async () => {
    const sentId = await buyDisputed(await signUp('Łukasz Śródziński'));
    const requestKey = randomUUID();
    const edits = { service_date: '1 May 2026', uncategorized_text: 'Łukasz came twice.' };
    const presses = await Promise.all([answer(sentId, edits, requestKey), answer(sentId, edits, requestKey)]);
    expect(presses.map(({ status }) => status)).toEqual([200, 200]);
    expect(presses[0]?.body).toEqual(presses[1]?.body);
    expect(refusal(await answer(sentId, edits))).toBe('409 DISPUTE_ANSWERED');
    expect((await answer(sentId, {}, requestKey)).body).toEqual(presses[0]?.body);

    const sent = await atStripe(stripeDispute, `disputes/${sentId}`);
    expect(sent).toMatchObject({
      status: 'under_review',
      evidence_details: { submission_count: 1 },
      evidence: {
        ...edits,
        customer_name: 'Łukasz Śródziński',
        receipt: expect.stringMatching(/^file_/),
        cancellation_policy: expect.stringMatching(/^file_/),
        duplicate_charge_id: null,
      },
      metadata: { answerKey: requestKey, answeredBy: 'admin' },
    });
    const file = z.object({ purpose: z.literal('dispute_evidence'), type: z.literal('pdf') });
    await atStripe(file, `files/${String(sent.evidence.receipt)}`);

    await waitFor(async () => (await readEvents(sentId)).length === 3);
    expect(await readEvents(sentId)).toMatchObject([
      { type: 'DisputeReported', data: { status: 'needs_response' } },
      { type: 'DisputeAnswered', data: { requestKey, sha256: sent.metadata.answerSha256, by: 'admin' } },
      { type: 'DisputeReported', data: { status: 'under_review' } },
    ]);
    const shown = await readEvidence(sentId);
    expect(shown).toMatchObject({
      dispute: { stage: 'answered' },
      answer: { by: 'Admin', sha256: sent.metadata.answerSha256 },
    });
    expect(textOf(shown, 'uncategorized_text')).toBe('Łukasz came twice.');
    expect(shown.fields.find(({ name }) => name === 'receipt')).toMatchObject({
      fileId: sent.evidence.receipt,
      text: '',
    });
    // What the bank gets is nowhere in our log.
    const stored = await studio.queryEvents(
      `SELECT count(*)::integer FROM event_store.readable_events WHERE data::text LIKE '%came twice%'`,
    );
    expect(stored).toEqual([{ count: 0 }]);
  });
});

it('takes no evidence of a closed dispute', async () => {
  const id = await buyDisputed(await signUp('Carl Closed'));
  await atStripe(z.unknown(), `disputes/${id}/close`, {});
  expect(refusal(await answer(id))).toBe('409 DISPUTE_CLOSED');
  expect((await readEvidence(id)).dispute.stage).toBe('lost');
});

it('names an erased member by their id alone', async () => {
  const member = await signUp('Erna Erased');
  const id = await buyDisputed(member);
  const { user } = await member.expect(
    z.object({ user: z.object({ id: z.string(), email: z.string() }) }),
    'GET',
    '/api/auth/user',
  );
  expect((await admin.call('DELETE', `/api/admin/members/${user.id}`)).status).toBe(200);
  const evidence = await readEvidence(id);
  expect(evidence).toMatchObject({ isErased: true, dispute: { memberName: null, stage: 'open' } });
  const everything = JSON.stringify(evidence);
  expect(everything).not.toContain('Erna');
  expect(everything).not.toContain(user.email);
  expect(textOf(evidence, 'receipt')).toContain(`Customer: Customer ${user.id}`);
  expect(refusal(await answer(id, { customer_name: 'Erna' }))).toBe('400 INVALID_INPUT');
  expect((await answer(id)).status).toBe(200);
  expect((await readEvidence(id)).fields).toEqual([]);
});

it('is filled for the period of a membership too', async () => {
  const member = await signUp('Mia Member');
  const { redirectUrl } = await member.expect(membershipRedirectAnswer, 'POST', '/api/membership/subscribe', {
    acceptTerms: true,
    startNow: true,
  });
  await payOnPage(redirectUrl);
  const [row] = await waitFor(async () => {
    const rows = await studio.query(
      `SELECT p.payment_intent_id AS id FROM membership_payments p JOIN users u ON u.id = p.member_id WHERE u.name = 'Mia Member'`,
    );
    return rows.length > 0 && rows;
  });
  await atStripe(z.unknown(), 'refunds', { payment_intent: String(row?.id), amount: '1000' });
  await dispute(String(row?.id), 'fraudulent');
  const id = await waitForDispute(String(row?.id));
  const evidence = await readEvidence(id);
  expect(textOf(evidence, 'product_description')).toContain('a membership: 12 classes');
  expect(textOf(evidence, 'uncategorized_text')).toContain('£10.00 of the payment was refunded.');
  expect(textOf(evidence, 'cancellation_policy')).toContain('The monthly membership');
  expect(textOf(evidence, 'access_activity_log')).toContain('Accepted the terms of service');
  expect((await answer(id)).status).toBe(200);
});

describe('72 hours before the evidence is due', () => {
  const readNotices = async () => {
    const mails = z.array(z.object({ kind: z.string(), text: z.string() }));
    const response = await fetch(
      `${base}/sandbox/outbox.json?to=${encodeURIComponent(studioEmail)}&limit=10000`,
    );
    return mails.parse(await response.json()).filter(({ kind }) => kind === 'dispute-due');
  };

  it('emails the studio once, without personal data, unless it is answered', async () => {
    const open = await buyDisputed(await signUp('Olga Open'));
    const answered = await buyDisputed(await signUp('Anna Answered'));
    expect((await answer(answered)).status).toBe(200);
    const { dueAt } = (await readEvidence(open)).dispute;
    const due = new Date(dueAt ?? '').getTime();
    await clock.moveTo(new Date(due - 73 * millisecondsInHour));
    expect((await readNotices()).filter(({ text }) => text.includes(open))).toEqual([]);
    await clock.moveTo(new Date(due - 72 * millisecondsInHour));
    const about = async (id: string) => (await readNotices()).filter(({ text }) => text.includes(id));
    await waitFor(async () => (await about(open)).length > 0);
    await clock.advance('PT2H');
    const notices = await about(open);
    expect(notices).toHaveLength(1);
    expect(notices[0]?.text).toContain('£110.00');
    expect(notices[0]?.text).not.toContain('Olga');
    expect(await about(answered)).toEqual([]);

    await clock.moveTo(new Date(due + millisecondsInHour));
    expect(refusal(await answer(open))).toBe('409 DISPUTE_CLOSED');
    expect((await readEvidence(open)).dispute.stage).toBe('overdue');
  });
});
