import type { Actor } from '#infra/event-store/types.ts';
import type { AuditEvent } from '#services/audit/history/audit-event.ts';
import type { ClassHistory } from '#services/audit/history/class-history.ts';
import type { MemberHistory } from '#services/audit/history/member-history.ts';
import type { PaymentHistory } from '#services/audit/history/payment-history.ts';
import type { RulebookHistory } from '#services/audit/history/rulebook-history.ts';
import { describeActor } from '#services/audit/history/wording.ts';
import type {
  AuditClassAnswer,
  AuditEventAnswer,
  AuditPassesAnswer,
  AuditPaymentAnswer,
  AuditPerson,
  AuditRulebookAnswer,
} from '#services/contract/audit.ts';

/** The names of staff accounts, by id. */
export type StaffNames = ReadonlyMap<string, string>;

/** The ids of the staff accounts that caused these events. */
export function getStaffIds(events: readonly { readonly actor: Actor }[]): string[] {
  return events.flatMap(({ actor }) => (actor.kind === 'staff' ? (actor.staffId ?? []) : []));
}

export function describeEventActor(actor: Actor, names: StaffNames): AuditEventAnswer['actor'] {
  const { kind } = actor;
  if (kind === 'member') return { kind, id: actor.id, label: describeActor(actor) };
  const staffId = kind === 'staff' ? actor.staffId : undefined;
  const name = staffId === undefined ? undefined : names.get(staffId);
  const label = kind === 'staff' && name !== undefined ? `${name} (${actor.role})` : describeActor(actor);
  return { kind, id: staffId ?? null, label };
}

function describeEvent(event: AuditEvent, names: StaffNames): AuditEventAnswer {
  const { position, revision, actor, causedBy, rule } = event;
  return {
    ...event,
    position: String(position),
    revision: Number(revision),
    actor: describeEventActor(actor, names),
    rule: rule && {
      ...rule,
      event: rule.event && {
        ...rule.event,
        revision: Number(rule.event.revision),
        position: String(rule.event.position),
      },
    },
    causedBy: causedBy === null ? null : { position: String(causedBy.position), type: causedBy.type },
  };
}

export function describeMemberHistory(
  member: AuditPerson,
  { asOf, lots, totals, events, balanced, exceptions }: MemberHistory,
  names: StaffNames,
): AuditPassesAnswer {
  return {
    success: true,
    member,
    asOf,
    lots: [...lots],
    totals,
    events: events.map((event) => describeEvent(event, names)),
    balanced,
    exceptions: [...exceptions],
  };
}

export function describeClassHistory(history: ClassHistory, names: StaffNames): AuditClassAnswer {
  return {
    success: true,
    ...history,
    seats: [...history.seats],
    waiting: [...history.waiting],
    events: history.events.map((event) => ({ ...describeEvent(event, names), count: event.count })),
  };
}

export const describeRulebookHistory = (
  { asOf, version, rules, events }: RulebookHistory,
  names: StaffNames,
): AuditRulebookAnswer => ({
  success: true,
  asOf,
  version,
  rules: [...rules],
  events: events.map((event) => ({ ...describeEvent(event, names), version: event.version })),
});

export function describePaymentHistory(
  { asOf, payment, lot, events }: PaymentHistory,
  names: StaffNames,
): AuditPaymentAnswer {
  return {
    success: true,
    asOf,
    payment:
      payment === null
        ? null
        : {
            paymentIntentId: payment.paymentIntentId,
            memberId: payment.memberId,
            passName: payment.order.passName,
            passes: payment.order.passes,
            amountPence: payment.order.amountPence,
            status: payment.status,
            lotId: payment.grant?.lotId ?? null,
            refundedPence: payment.refundedPence,
            disputedPence: payment.disputedPence,
          },
    lot,
    events: events.map((event) => describeEvent(event, names)),
  };
}
