import { describe, expect, it } from 'vitest';
import { formatReason, formatTimeLeft } from './dispute-words.ts';

describe('the words of a dispute', () => {
  it('name the reasons of Stripe, also those that are not known', () => {
    expect(formatReason('product_not_received')).toBe('Service not received');
    expect(formatReason('bank_cannot_process')).toBe('Bank cannot process');
  });

  it('show how much time is left, in days and on the last two in hours', () => {
    const now = Date.parse('2026-05-12T09:00:00Z');
    expect(formatTimeLeft('2026-05-20T09:00:00Z', now)).toBe('8 days left');
    expect(formatTimeLeft('2026-05-14T08:30:00Z', now)).toBe('47 hours left');
    expect(formatTimeLeft('2026-05-12T10:00:00Z', now)).toBe('1 hour left');
    expect(formatTimeLeft('2026-05-12T09:30:00Z', now)).toBe('less than an hour left');
    expect(formatTimeLeft('2026-05-12T09:00:00Z', now)).toBe('overdue');
  });
});
