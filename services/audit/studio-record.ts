import { type ClassEvent, classEventDefinitions } from '#domain/class/events.ts';
import { type ImportEvent, importEventDefinitions } from '#domain/import/events.ts';
import { type InstructorEvent, instructorEventDefinitions } from '#domain/instructor/events.ts';
import { type MembershipEvent, membershipEventDefinitions } from '#domain/membership/events.ts';
import { type PayEvent, payEventDefinitions } from '#domain/pay/events.ts';
import { type PaymentEvent, paymentEventDefinitions } from '#domain/payment/events.ts';
import { type PlanEvent, planEventDefinitions } from '#domain/plan/events.ts';
import type { StudioEvent } from '#domain/registry.ts';
import { type WalletEvent, walletEventDefinitions } from '#domain/wallet/events.ts';
import type { RecordedEvent } from '#infra/event-store/types.ts';

/** An event of the studio, as read from the log. */
export type StudioRecord = RecordedEvent<StudioEvent>;

export const isWalletEvent = (event: StudioRecord): event is RecordedEvent<WalletEvent> =>
  Object.hasOwn(walletEventDefinitions, event.type);

export const isClassEvent = (event: StudioRecord): event is RecordedEvent<ClassEvent> =>
  Object.hasOwn(classEventDefinitions, event.type);

export const isPaymentEvent = (event: StudioRecord): event is RecordedEvent<PaymentEvent> =>
  Object.hasOwn(paymentEventDefinitions, event.type);

export const isMembershipEvent = (event: StudioRecord): event is RecordedEvent<MembershipEvent> =>
  Object.hasOwn(membershipEventDefinitions, event.type);

export const isPlanEvent = (event: StudioRecord): event is RecordedEvent<PlanEvent> =>
  Object.hasOwn(planEventDefinitions, event.type);

export const isInstructorEvent = (event: StudioRecord): event is RecordedEvent<InstructorEvent> =>
  Object.hasOwn(instructorEventDefinitions, event.type);

export const isImportEvent = (event: StudioRecord): event is RecordedEvent<ImportEvent> =>
  Object.hasOwn(importEventDefinitions, event.type);

export const isPayEvent = (event: StudioRecord): event is RecordedEvent<PayEvent> =>
  Object.hasOwn(payEventDefinitions, event.type);
