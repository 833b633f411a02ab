import { type CheckoutEvent, checkoutEventDefinitions } from './checkout/events.ts';
import { type ClassEvent, classEventDefinitions } from './class/events.ts';
import { type ClosureEvent, closureEventDefinitions } from './closure/events.ts';
import { type ComplaintEvent, complaintEventDefinitions } from './complaint/events.ts';
import { type DisputeEvent, disputeEventDefinitions } from './dispute/events.ts';
import { type EmailEvent, emailEventDefinitions } from './email/events.ts';
import type { EventDefinition } from './event.ts';
import { type ImportEvent, importEventDefinitions } from './import/events.ts';
import { type InstructorEvent, instructorEventDefinitions } from './instructor/events.ts';
import { type MemberEvent, memberEventDefinitions } from './member/events.ts';
import { type MembershipEvent, membershipEventDefinitions } from './membership/events.ts';
import { type MonthEvent, monthEventDefinitions } from './month/events.ts';
import { type PassEvent, passEventDefinitions } from './pass/events.ts';
import { type PayEvent, payEventDefinitions } from './pay/events.ts';
import { type PaymentEvent, paymentEventDefinitions } from './payment/events.ts';
import { type PlanEvent, planEventDefinitions } from './plan/events.ts';
import { type RefundEvent, refundEventDefinitions } from './refund/events.ts';
import { type RegistrationEvent, registrationEventDefinitions } from './registration/events.ts';
import { type RulebookEvent, rulebookEventDefinitions } from './rules/events.ts';
import { type SharedPasswordsEvent, settingEventDefinitions } from './setting/events.ts';
import { type StaffAccountEvent, staffAccountEventDefinitions } from './staff-account/events.ts';
import { type StaffEmailEvent, staffEmailEventDefinitions } from './staff-email/events.ts';
import { type StudioExportEvent, studioExportEventDefinitions } from './studio-export/events.ts';
import { type TemplateEvent, templateEventDefinitions } from './template/events.ts';
import { type WalletEvent, walletEventDefinitions } from './wallet/events.ts';

/** Every event of the studio. */
export type StudioEvent =
  | CheckoutEvent
  | ClassEvent
  | ComplaintEvent
  | ClosureEvent
  | DisputeEvent
  | WalletEvent
  | MemberEvent
  | EmailEvent
  | ImportEvent
  | InstructorEvent
  | PassEvent
  | PayEvent
  | PaymentEvent
  | PlanEvent
  | MembershipEvent
  | MonthEvent
  | RefundEvent
  | RegistrationEvent
  | RulebookEvent
  | SharedPasswordsEvent
  | StaffAccountEvent
  | StaffEmailEvent
  | StudioExportEvent
  | TemplateEvent;

/** Version, sealing and upcasters of every event type, for the event store. */
export const eventRegistry: Readonly<Record<StudioEvent['type'], EventDefinition>> = {
  ...checkoutEventDefinitions,
  ...classEventDefinitions,
  ...complaintEventDefinitions,
  ...closureEventDefinitions,
  ...disputeEventDefinitions,
  ...walletEventDefinitions,
  ...memberEventDefinitions,
  ...emailEventDefinitions,
  ...importEventDefinitions,
  ...instructorEventDefinitions,
  ...passEventDefinitions,
  ...paymentEventDefinitions,
  ...planEventDefinitions,
  ...membershipEventDefinitions,
  ...monthEventDefinitions,
  ...payEventDefinitions,
  ...refundEventDefinitions,
  ...registrationEventDefinitions,
  ...rulebookEventDefinitions,
  ...settingEventDefinitions,
  ...staffAccountEventDefinitions,
  ...staffEmailEventDefinitions,
  ...studioExportEventDefinitions,
  ...templateEventDefinitions,
};
