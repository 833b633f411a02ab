import { describe, expect, it } from 'vitest';
import { currentTerms } from '../terms/current-terms.ts';
import { readTermsText } from '../terms/read-terms.ts';
import { applyEdits, listFilledFields } from './evidence-fields.ts';
import type { EvidenceSources, SaleBooking } from './evidence-sources.ts';
import { pickSections } from './fill-files.ts';

const at = (instant: string) => new Date(instant);

const booking = (id: number, day: string, changes: Partial<SaleBooking> = {}): SaleBooking => ({
  id,
  className: 'reformer for all',
  startsAt: at(`2026-05-${day}T17:00:00Z`),
  createdAt: at('2026-05-03T10:00:00Z'),
  status: 'confirmed',
  attended: true,
  passReturned: null,
  releasedAt: null,
  ...changes,
});

const sources: EvidenceSources = {
  studio: {
    name: 'Tideline',
    town: 'Whitstable',
    address: '1 Harbour Street, Whitstable',
    email: 'hello@tideline.example',
  },
  dispute: { reason: 'product_not_received', openedAt: at('2026-06-01T09:00:00Z') },
  member: { id: 'member-7', name: 'Łukasz Żółć', email: 'lukasz@example.org' },
  sale: {
    paymentIntentId: 'pi_a',
    what: '5 Class Pass',
    pricePence: 11_000,
    paidAt: at('2026-05-02T10:01:00Z'),
    startedAt: at('2026-05-02T10:00:00Z'),
    passes: 5,
    refundedPence: 0,
    expiresAt: at('2026-07-02T22:59:59Z'),
    period: null,
  },
  terms: { ...currentTerms, at: at('2026-05-02T10:00:00Z'), text: readTermsText(currentTerms) ?? '' },
  startRequestedAt: at('2026-05-02T10:00:00Z'),
  cancelledAt: null,
  bookings: [
    booking(1, '05', { attended: false }),
    booking(2, '09'),
    booking(3, '12', { status: 'late_cancelled', attended: null, releasedAt: at('2026-05-12T09:00:00Z') }),
    booking(4, '14', {
      status: 'cancelled',
      attended: null,
      passReturned: true,
      releasedAt: at('2026-05-12T09:00:00Z'),
    }),
  ],
  emails: [{ what: 'receipt', sentAt: at('2026-05-02T10:02:00Z') }],
  otherSale: null,
};

const textOf = (changes: Partial<EvidenceSources>, name: string) =>
  listFilledFields({ ...sources, ...changes }).find((field) => field.name === name)?.text;
const period = { start: at('2026-05-02T10:00:00Z'), end: at('2026-06-02T10:00:00Z') };

describe('the evidence of a purchase', () => {
  it('lists what was sold, used and attended, in the words of the records', () => {
    expect(textOf({}, 'product_description')).toBe(
      '5 Class Pass: the right to 5 classes at Tideline, Whitstable. Sold online on 2 May 2026 for £110.00. They could be booked online at once, and used until 2 July 2026.',
    );
    expect(textOf({}, 'customer_name')).toBe('Łukasz Żółć');
    expect(textOf({}, 'uncategorized_text')).toContain(
      'They made 4 bookings with it. By the day of the dispute 2 classes were held for them, of which they attended 1.',
    );
    // The late cancellation used a pass, the one in time did not.
    expect(textOf({}, 'refund_refusal_explanation')).toContain(
      'Of the 5 classes that were paid for, 3 were used',
    );
    expect(textOf({}, 'access_activity_log')?.split('\n')).toEqual([
      '2 May 2026, 11:00: Opened the payment form for 5 Class Pass',
      expect.stringContaining('Accepted the terms of service'),
      expect.stringContaining('Asked for the service to begin at once'),
      '2 May 2026, 11:01: Paid £110.00 for 5 Class Pass',
      ...[1, 2, 3, 4].map((id) => expect.stringContaining(`(booking ${id})`)),
      expect.stringContaining('Did not come; the place was held'),
      expect.stringContaining('Attended'),
      expect.stringContaining('Cancelled late by the customer'),
      expect.stringContaining('Cancelled by the customer in time'),
    ]);
  });

  it('dates the service by the first class attended, else held, else by the request to start immediately', () => {
    expect(textOf({}, 'service_date')).toBe('9 May 2026');
    expect(textOf({ bookings: [booking(1, '05', { attended: false })] }, 'service_date')).toBe('5 May 2026');
    expect(textOf({ bookings: [] }, 'service_date')).toBe('2 May 2026');
    expect(textOf({ bookings: [], startRequestedAt: null }, 'service_date')).toBe('');
  });

  it('quotes the terms that were accepted, and omits terms without a record', () => {
    expect(textOf({}, 'cancellation_policy')).toContain('24 hours or more before the start');
    expect(textOf({}, 'cancellation_policy')).not.toContain('All prices are in pounds');
    expect(textOf({}, 'refund_policy')).toContain('All prices are in pounds');
    expect(textOf({}, 'refund_policy_disclosure')).toContain(`SHA-256 ${currentTerms.sha256}`);
    for (const field of ['cancellation_policy', 'refund_policy', 'refund_policy_disclosure'])
      expect(textOf({ terms: null }, field)).toBe('');
  });

  it('names an erased member by their id alone', () => {
    const member = { id: 'member-7', name: null, email: null };
    const fields = listFilledFields({ ...sources, member });
    const everything = JSON.stringify(fields);
    expect(everything).not.toMatch(/Łukasz|lukasz/);
    expect(everything).toContain('Customer member-7');
    expect(fields.map(({ name }) => name)).not.toContain('customer_name');
    expect(() => applyEdits(fields, { customer_name: 'Łukasz' })).toThrow(
      'This is not sent for this dispute',
    );
  });

  it('explains another payment only when the bank claims that it was charged twice', () => {
    const otherSale = {
      paymentIntentId: 'pi_b',
      what: 'Single Class',
      pricePence: 2_400,
      paidAt: at('2026-05-02T10:05:00Z'),
    };
    expect(textOf({ otherSale }, 'duplicate_charge_id')).toBeUndefined();
    const dispute = { ...sources.dispute, reason: 'duplicate' };
    expect(textOf({ otherSale, dispute }, 'duplicate_charge_id')).toBe('pi_b');
    expect(textOf({ otherSale, dispute }, 'duplicate_charge_explanation')).toContain(
      'pi_b: Single Class for £24.00',
    );
    expect(textOf({ otherSale, dispute }, 'duplicate_charge_documentation')).toContain('Payment: pi_b');
  });

  it('cuts what does not fit, and states by how much', () => {
    const emails = Array.from({ length: 2_000 }, () => ({
      what: 'confirmation of the booking',
      sentAt: at('2026-05-02T10:02:00Z'),
    }));
    const field = listFilledFields({ ...sources, emails }).find(
      ({ name }) => name === 'customer_communication',
    );
    expect(field?.text.length).toBeLessThanOrEqual(20_000);
    expect(field?.cutBy).toBeGreaterThan(50_000);
  });
});

describe('the evidence of a membership', () => {
  const sale = { ...sources.sale, what: 'Monthly', startedAt: null, period, passes: 12 };

  it('states for which period it was paid, and quotes how it is cancelled', () => {
    expect(textOf({ sale }, 'product_description')).toContain('from 2 May 2026 to 2 June 2026');
    expect(textOf({ sale }, 'cancellation_policy')).toContain('It renews by itself');
  });

  it('answers that it was cancelled with the day of the cancellation, if there was one after the payment', () => {
    const dispute = { ...sources.dispute, reason: 'subscription_canceled' };
    const rebut = (cancelledAt: Date | null) =>
      textOf({ sale, dispute, cancelledAt }, 'cancellation_rebuttal');
    expect(rebut(null)).toContain('No cancellation was received.');
    expect(rebut(at('2026-05-10T09:00:00Z'))).toContain(
      'was cancelled on 10 May 2026, 10:00, after this payment',
    );
    expect(rebut(at('2026-05-01T09:00:00Z'))).toBe('');
    expect(textOf({ sale }, 'cancellation_rebuttal')).toBe('');
    expect(textOf({ dispute }, 'cancellation_rebuttal')).toBeUndefined();
  });
});

it('quotes the whole text of terms without the wanted sections', () => {
  expect(pickSections('Terms\nOn this page\nA\nB\nA\nfirst\nB\nsecond', ['B'])).toBe('B\nsecond');
  expect(pickSections('Terms\nall in one', ['B'])).toBe('Terms\nall in one');
});
