import { type EvidenceField, type FittedText, fitEvidence } from '#domain/dispute/evidence.ts';
import type { EvidenceSources } from './evidence-sources.ts';
import { fillFiles } from './fill-files.ts';
import { fillTexts } from './fill-texts.ts';

/** Where the text of a field comes from, for staff. */
export const sourceWords: Readonly<Record<EvidenceField, string>> = {
  product_description: 'the payment',
  customer_name: 'the account',
  customer_email_address: 'the account',
  service_date: 'attendance and bookings',
  uncategorized_text: 'the payment, bookings and attendance',
  refund_refusal_explanation: 'attendance and refunds',
  cancellation_rebuttal: 'the membership',
  duplicate_charge_id: 'the other payment',
  duplicate_charge_explanation: 'both payments',
  cancellation_policy_disclosure: 'the accepted terms',
  refund_policy_disclosure: 'the accepted terms and the receipt',
  access_activity_log: 'the payment, the accepted terms, bookings and attendance',
  receipt: 'the payment',
  service_documentation: 'bookings and attendance',
  customer_communication: 'the emails that were sent',
  cancellation_policy: 'the accepted terms',
  refund_policy: 'the accepted terms',
  duplicate_charge_documentation: 'the other payment',
};

/** Fills Stripe's evidence fields from what is recorded, within Stripe's limits. Fields without a record are left out. */
export const fillEvidence = (sources: EvidenceSources): FittedText[] =>
  fitEvidence({ ...fillTexts(sources), ...fillFiles(sources) });
