import { complaintDecider } from '#domain/complaint/decider.ts';
import type { Complaint } from '#domain/complaint/events.ts';
import { isForgotten } from '#domain/event.ts';
import type { StudioEvent } from '#domain/registry.ts';
import type { EventStore } from '#infra/event-store/types.ts';

interface ReadableComplaint extends Complaint {
  readonly receivedAt: string;
  readonly answers: ReadonlyMap<string, string>;
}

/** A complaint with its answers by id, from its stream; null for one that is unknown or erased. */
export async function readComplaint(
  eventStore: Pick<EventStore<StudioEvent>, 'readStream'>,
  complaintId: number,
): Promise<ReadableComplaint | null> {
  const { events } = await eventStore.readStream(complaintDecider.stream(String(complaintId)));
  const answers = new Map<string, string>();
  let complaint: (Complaint & { receivedAt: string }) | null = null;
  for (const { type, data } of events) {
    if (type === 'ComplaintReceived' && !isForgotten(data.personal)) {
      complaint = { ...data.personal, receivedAt: data.at };
    }
    if (type === 'ComplaintAnswered' && !isForgotten(data.personal)) {
      answers.set(data.answerId, data.personal.text);
    }
  }
  return complaint && { ...complaint, answers };
}
