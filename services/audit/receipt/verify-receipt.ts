import { fingerprintOf, isSignedBy } from '#infra/crypto/audit-signature.ts';
import { canonicalJson } from '../bundle/canonical-json.ts';
import { type ReceiptContent, type ReceiptMoment, receipt } from './receipt.ts';

/** The result of checking a receipt. */
export interface ReceiptVerdict {
  readonly content: ReceiptContent;
  /** Of the signing key, to be compared with the one that the studio publishes. */
  readonly fingerprint: string;
  readonly problems: readonly string[];
}

/** How a moment changes the number of places booked, of offers and of waiting members; null where it may be anything. */
function findChange(moment: ReceiptMoment): { booked: number; offered: number | null; waiting: number } {
  const none = { booked: 0, offered: 0, waiting: 0 };
  switch (moment.what) {
    case 'joined':
      return { ...none, waiting: 1 };
    case 'left':
      // An offer ends when its member leaves the waitlist.
      return { ...none, offered: null, waiting: -1 };
    case 'taken':
      return { ...none, booked: 1 };
    case 'freed':
      return { ...none, booked: -1 };
    case 'offered':
      return { ...none, offered: 1 };
    case 'lapsed':
    case 'withdrawn':
      return { ...none, offered: -1 };
    case 'kept':
    case 'kept_no_more':
    case 'skipped':
    case 'asked':
    case 'confirmed':
    case 'announced':
    case 'changed':
    case 'marked_full':
    case 'reopened':
    case 'class_cancelled':
      return none;
  }
}

/** The holder's place after an event: it moves up by one when a member ahead leaves. */
function findPlaceAfter(before: number | null, moment: ReceiptMoment): number | null {
  const { what, mine, place } = moment;
  if (what === 'joined' && mine) return moment.waiting;
  if (what !== 'left' || before === null) return before;
  if (mine) return null;
  return place !== null && place < before ? before - 1 : before;
}

function findArithmeticProblems(moments: readonly ReceiptMoment[]): string[] {
  const problems: string[] = [];
  for (const [index, moment] of moments.entries()) {
    const before = moments[index - 1];
    if (before === undefined) continue;
    const name = `Moment ${index + 1} (${moment.what})`;
    if (BigInt(moment.position) <= BigInt(before.position) || moment.at < before.at)
      problems.push(`${name} is out of its place.`);
    const { booked, offered, waiting } = findChange(moment);
    if (moment.booked - before.booked !== booked) problems.push(`${name} does not add up: places booked.`);
    if (moment.waiting - before.waiting !== waiting)
      problems.push(`${name} does not add up: people in the line.`);
    if (offered !== null && moment.offered - before.offered !== offered)
      problems.push(`${name} does not add up: offers.`);
    if (moment.yourPlace !== findPlaceAfter(before.yourPlace, moment))
      problems.push(`${name} does not lead to your place in the line.`);
  }
  return problems;
}

/** Decoders ignore bits and characters that encode nothing, and no byte of a receipt may change. */
const isExactBase64 = (text: string): boolean => Buffer.from(text, 'base64').toString('base64') === text;

/** Checks a receipt without the studio: its signature, and that each moment follows from the one before; null if it is none. */
export function verifyReceipt(text: string): ReceiptVerdict | null {
  let parsed: ReturnType<typeof receipt.safeParse>;
  try {
    parsed = receipt.safeParse(JSON.parse(text));
  } catch {
    return null;
  }
  if (!parsed.success) return null;
  const { content, signature } = parsed.data;
  const { publicKey, fingerprint, value } = signature;
  const problems = findArithmeticProblems(content.moments);
  if (fingerprint !== fingerprintOf(publicKey)) problems.unshift('The fingerprint is not that of its key.');
  if (![publicKey, value].every(isExactBase64)) problems.unshift('The signature or its key was altered.');
  if (!isSignedBy(publicKey, canonicalJson(content), value))
    problems.unshift('The signature is not that of this content.');
  return { content, fingerprint: fingerprintOf(publicKey), problems };
}
