import {
  type EvidenceFile,
  type EvidenceText,
  evidenceFiles,
  evidenceTexts,
  getMaxEvidencePages,
  MAX_EVIDENCE_BYTES,
  MAX_EVIDENCE_TEXTS,
} from '#domain/dispute/evidence.ts';
import { formatPounds } from '#domain/money.ts';
import { Refusal } from '#domain/refusal.ts';
import type { DisputeFacts } from '#infra/payments/disputes.ts';
import { createPdf, type Pdf } from '#infra/pdf/create-pdf.ts';
import type { Evidence } from '#services/commands/dispute/answer-dispute.ts';
import { type EvidenceEntry, evidenceLabels } from '#services/contract/disputes.ts';
import { formatMoment } from './booking-words.ts';

interface PackContext {
  readonly dispute: DisputeFacts;
  readonly studioName: string;
}

const getFooter = ({ dispute, studioName }: PackContext) => `${studioName} · dispute ${dispute.id}`;

function describeField({ name, kind, cutBy, fileId }: EvidenceEntry): string {
  const sent = kind === 'file' ? `, sent as a PDF${fileId === null ? '' : ` (${fileId})`}` : '';
  const cut = cutBy === 0 ? '' : `. ${cutBy.toLocaleString('en-GB')} characters did not fit and are left out`;
  return `${name}${sent}${cut}`;
}

/** More lines than fit on a page, whatever their length. */
const LINES_OF_PAGE = 60;

/** Refuses texts of very many lines before they are set, which would take long. @throws Refusal EVIDENCE_TOO_LONG */
function assertFewLines(fields: readonly EvidenceEntry[], { network }: DisputeFacts): void {
  const lines = fields.reduce((sum, { text }) => sum + text.split('\n').length, 0);
  const pages = Math.ceil(lines / LINES_OF_PAGE);
  const maxPages = getMaxEvidencePages(network);
  // Empty lines are half as high.
  if (pages > 2 * maxPages) throw new Refusal('EVIDENCE_TOO_LONG', { pages, maxPages });
}

/** The whole evidence as one document, to read. @throws Refusal EVIDENCE_TOO_LONG */
export async function createPack(fields: readonly EvidenceEntry[], context: PackContext): Promise<Pdf> {
  assertFewLines(fields, context.dispute);
  const { id, amountPence, reason, openedAt, dueAt } = context.dispute;
  const due = dueAt === null ? 'it takes no answer' : `due ${formatMoment(dueAt)}`;
  return createPdf({
    title: `Evidence for dispute ${id}`,
    note: `${formatPounds(amountPence)}, reason ${reason}, opened ${formatMoment(openedAt)}, ${due}`,
    sections: fields
      .filter(({ text, fileId }) => text !== '' || fileId !== null)
      .map((field) => ({
        heading: evidenceLabels[field.name],
        note: describeField(field),
        text: field.fileId === null ? field.text : 'Stripe keeps this file.',
      })),
    footer: getFooter(context),
    createdAt: openedAt,
  });
}

/** @throws Refusal EVIDENCE_TOO_LONG over Stripe's common limits */
function assertFits(evidence: Evidence, pack: Pdf, { network }: DisputeFacts): void {
  const characters = Object.values(evidence.texts).reduce((sum, text) => sum + text.length, 0);
  const bytes = [...evidence.files.values()].reduce((sum, { length }) => sum + length, 0);
  const maxPages = getMaxEvidencePages(network);
  // The bank gets texts and files as one document, of which the pack is a close picture.
  if (characters > MAX_EVIDENCE_TEXTS || bytes > MAX_EVIDENCE_BYTES || pack.pages > maxPages)
    throw new Refusal('EVIDENCE_TOO_LONG', { pages: pack.pages, maxPages });
}

/**
 * Makes what is sent to Stripe: the texts as they are, and a PDF of the text of each file.
 * @throws Refusal EVIDENCE_TOO_LONG
 */
export async function compileEvidence(
  fields: readonly EvidenceEntry[],
  context: PackContext,
): Promise<Evidence> {
  assertFewLines(fields, context.dispute);
  const byName = new Map(fields.map(({ name, text }) => [name, text]));
  const texts: Partial<Record<EvidenceText, string>> = {};
  for (const field of evidenceTexts) {
    const text = byName.get(field) ?? '';
    if (text !== '') texts[field] = text;
  }
  const files = new Map<EvidenceFile, Buffer>();
  for (const field of evidenceFiles) {
    const text = byName.get(field) ?? '';
    if (text === '') continue;
    const label = evidenceLabels[field];
    const { data } = await createPdf({
      title: label,
      sections: [{ heading: `Payment ${context.dispute.paymentIntentId ?? ''}`, text }],
      footer: getFooter(context),
      createdAt: context.dispute.openedAt,
    });
    files.set(field, data);
  }
  const evidence = { texts, files };
  assertFits(evidence, await createPack(fields, context), context.dispute);
  return evidence;
}
