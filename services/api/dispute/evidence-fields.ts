import {
  type EvidenceField,
  type EvidenceFile,
  evidenceFields,
  evidenceFiles,
  MAX_EVIDENCE_TEXT,
} from '#domain/dispute/evidence.ts';
import { InvalidInput } from '#domain/refusal.ts';
import type { DisputeFacts } from '#infra/payments/disputes.ts';
import type { EvidenceBody, EvidenceEntry } from '#services/contract/disputes.ts';
import type { EvidenceSources } from './evidence-sources.ts';
import { fillEvidence, sourceWords } from './fill-evidence.ts';

const isFileField = (field: EvidenceField): field is EvidenceFile =>
  evidenceFiles.some((file) => file === field);

const ofDuplicates: readonly EvidenceField[] = [
  'duplicate_charge_id',
  'duplicate_charge_explanation',
  'duplicate_charge_documentation',
];

/** Whether a field is of use for the dispute. Of an erased member no name or address is sent. */
function isOffered(field: EvidenceField, { dispute, member, sale }: EvidenceSources): boolean {
  if (ofDuplicates.includes(field)) return dispute.reason === 'duplicate';
  if (field === 'customer_name' || field === 'customer_email_address') return member.name !== null;
  return field !== 'cancellation_rebuttal' || sale.period !== null;
}

/** Every field that can be sent, as it is filled; empty where nothing is recorded. */
export function listFilledFields(sources: EvidenceSources): EvidenceEntry[] {
  const filled = new Map(fillEvidence(sources).map((one) => [one.field, one]));
  return evidenceFields
    .filter((field) => isOffered(field, sources))
    .map((name) => ({
      name,
      kind: isFileField(name) ? ('file' as const) : ('text' as const),
      text: filled.get(name)?.text ?? '',
      limit: MAX_EVIDENCE_TEXT,
      cutBy: filled.get(name)?.cutBy ?? 0,
      source: sourceWords[name],
      fileId: null,
    }));
}

/** The fields as staff changed them. @throws InvalidInput for one that is not offered */
export function applyEdits(fields: readonly EvidenceEntry[], edits: EvidenceBody['fields']): EvidenceEntry[] {
  const unknown = Object.keys(edits).find((name) => !fields.some((field) => field.name === name));
  if (unknown !== undefined)
    throw new InvalidInput([{ path: `fields.${unknown}`, message: 'This is not sent for this dispute' }]);
  return fields.map((field) => {
    const text = edits[field.name];
    return text === undefined || text === field.text ? field : { ...field, text, cutBy: 0 };
  });
}

/** What Stripe has of a dispute that takes no evidence any more. It gives no files back, only their ids. */
export const listSentFields = ({ evidence }: DisputeFacts): EvidenceEntry[] =>
  evidenceFields.flatMap((name) => {
    const sent = evidence[name];
    if (sent === undefined) return [];
    const isFile = isFileField(name);
    return {
      name,
      kind: isFile ? ('file' as const) : ('text' as const),
      text: isFile ? '' : sent,
      limit: MAX_EVIDENCE_TEXT,
      cutBy: 0,
      source: 'what was sent',
      fileId: isFile ? sent : null,
    };
  });
