import { addDaysToDay, endOfLondonDay, toLondonDay } from '../london-time.ts';
import { Refusal } from '../refusal.ts';
import type { ComplaintState } from './decider.ts';
import type { Complaint, ComplaintEvent } from './events.ts';

/** Within so many days a complaint about data is acknowledged (Data (Use and Access) Act 2025, section 103). */
const COMPLAINT_DAYS = 30;

/** The end of the last London day on which a complaint is acknowledged and answered in time. */
export const getComplaintDueAt = (receivedAt: Date): Date =>
  endOfLondonDay(addDaysToDay(toLondonDay(receivedAt), COMPLAINT_DAYS));

/** The owner id of the key that seals a complaint and its answers. */
export const getComplaintKey = (complaintId: number) => `complaint-${complaintId}`;

/** Records a complaint. Appends nothing for an id that is in use. */
export function receiveComplaint(
  state: ComplaintState,
  { complaintId, complaint, now }: { complaintId: number; complaint: Complaint; now: Date },
): ComplaintEvent[] {
  if (state.status !== 'unknown') return [];
  const memberId = getComplaintKey(complaintId);
  const data = { complaintId, memberId, personal: complaint, at: now.toISOString() };
  return [{ type: 'ComplaintReceived', data }];
}

/** Records that the acknowledgement was sent, once. */
export function acknowledgeComplaint(
  state: ComplaintState,
  { complaintId, now }: { complaintId: number; now: Date },
): ComplaintEvent[] {
  if (state.status !== 'open' || state.isAcknowledged) return [];
  return [{ type: 'ComplaintAcknowledged', data: { complaintId, at: now.toISOString() } }];
}

/**
 * Records an answer, once for each id. A complaint may have several answers.
 * @throws Refusal COMPLAINT_NOT_FOUND also once it is erased
 */
export function answerComplaint(
  state: ComplaintState,
  answer: { complaintId: number; answerId: string; text: string; now: Date },
): ComplaintEvent[] {
  const { complaintId, answerId, text, now } = answer;
  if (state.status !== 'open') throw new Refusal('COMPLAINT_NOT_FOUND');
  if (state.answerIds.has(answerId)) return [];
  const memberId = getComplaintKey(complaintId);
  const data = { complaintId, answerId, memberId, personal: { text }, at: now.toISOString() };
  return [{ type: 'ComplaintAnswered', data }];
}

/** Records that a complaint was made unreadable. Appends nothing unless it is readable. */
export function eraseComplaint(
  state: ComplaintState,
  { complaintId, now }: { complaintId: number; now: Date },
): ComplaintEvent[] {
  if (state.status !== 'open') return [];
  return [{ type: 'ComplaintErased', data: { complaintId, at: now.toISOString() } }];
}
