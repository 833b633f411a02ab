import type { DomainEvent, EventDefinition, Personal } from '../event.ts';

/** A complaint about personal data, in the words of the person who made it. */
export interface Complaint {
  name: string;
  email: string;
  text: string;
}

export type ComplaintEvent =
  | DomainEvent<
      'ComplaintReceived',
      {
        complaintId: number;
        /** The owner id of the sealing key; a complainant need not be a member, so it is an id of its own. */
        memberId: string;
        personal: Personal<Complaint>;
      }
    >
  /** The mail provider accepted the acknowledgement. */
  | DomainEvent<'ComplaintAcknowledged', { complaintId: number }>
  | DomainEvent<
      'ComplaintAnswered',
      { complaintId: number; answerId: string; memberId: string; personal: Personal<{ text: string }> }
    >
  | DomainEvent<'ComplaintErased', { complaintId: number }>;

export const complaintEventDefinitions = {
  ComplaintReceived: { version: 1, personal: true },
  ComplaintAcknowledged: { version: 1 },
  ComplaintAnswered: { version: 1, personal: true },
  ComplaintErased: { version: 1 },
} satisfies Record<ComplaintEvent['type'], EventDefinition>;
