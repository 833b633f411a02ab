/** The fields of Stripe's evidence that are sent as texts; the most important first, as they share one limit. */
export const evidenceTexts = [
  'product_description',
  'customer_name',
  'customer_email_address',
  'service_date',
  'uncategorized_text',
  'refund_refusal_explanation',
  'cancellation_rebuttal',
  'duplicate_charge_id',
  'duplicate_charge_explanation',
  'cancellation_policy_disclosure',
  'refund_policy_disclosure',
  'access_activity_log',
] as const;
export type EvidenceText = (typeof evidenceTexts)[number];

/** The fields that Stripe takes as an uploaded file: here a text, which becomes a PDF. */
export const evidenceFiles = [
  'receipt',
  'service_documentation',
  'customer_communication',
  'cancellation_policy',
  'refund_policy',
  'duplicate_charge_documentation',
] as const;
export type EvidenceFile = (typeof evidenceFiles)[number];

export const evidenceFields = [...evidenceTexts, ...evidenceFiles] as const;
export type EvidenceField = (typeof evidenceFields)[number];

/** Stripe's limits of characters: of one text, and of all texts together. The text of a file has the first one here too. */
export const MAX_EVIDENCE_TEXT = 20_000;
export const MAX_EVIDENCE_TEXTS = 150_000;

/** Stripe's limits of all files together. */
export const MAX_EVIDENCE_BYTES = 4.5 * 1024 * 1024;
/**
 * The most pages that the networks read; Mastercard's banks read fewer. Stripe refuses more from its version 2026-09-30 on
 * (changelog, "page limit validation for dispute evidence").
 */
export const getMaxEvidencePages = (network: string | null): number => (network === 'mastercard' ? 19 : 50);

const isFileField = (field: EvidenceField): field is EvidenceFile =>
  evidenceFiles.some((file) => file === field);

/** Cuts at the end of a line where there is one near, never inside a character. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const line = text.lastIndexOf('\n', limit);
  if (line > limit * 0.8) return text.slice(0, line);
  const isHalf = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1));
  return text.slice(0, isHalf ? limit - 1 : limit);
}

export interface FittedText {
  readonly field: EvidenceField;
  readonly text: string;
  /** How many characters were left out. */
  readonly cutBy: number;
}

/** Cuts the texts to Stripe's limits, in the order of the fields: the last ones have what is left of the common limit. */
export function fitEvidence(texts: Readonly<Partial<Record<EvidenceField, string>>>): FittedText[] {
  let left = MAX_EVIDENCE_TEXTS;
  return evidenceFields.flatMap((field) => {
    const whole = texts[field] ?? '';
    if (whole === '') return [];
    const text = cut(whole, isFileField(field) ? MAX_EVIDENCE_TEXT : Math.min(MAX_EVIDENCE_TEXT, left));
    if (!isFileField(field)) left -= text.length;
    return { field, text, cutBy: whole.length - text.length };
  });
}
