/** The codes of refusals; the API maps each to a status and a sentence. */
export type RefusalCode =
  | 'NO_PASS'
  | 'CLASS_FULL'
  | 'SPOT_OFFERED'
  | 'CLASS_NOT_FULL'
  | 'CLASS_HAS_LINE'
  | 'PASS_ENDS_BEFORE_CLASS'
  | 'ALREADY_BOOKED'
  | 'OVERLAPPING_BOOKING'
  | 'NOT_ON_WAITLIST'
  | 'CLASS_PAST'
  | 'CLASS_CANCELLED'
  | 'CLASS_NOT_FOUND'
  | 'OUTSIDE_BOOKING_WINDOW'
  | 'ALREADY_CANCELLED'
  | 'BOOKING_NOT_FOUND'
  | 'MOVE_TOO_LATE'
  | 'UNDO_TOO_LATE'
  | 'ALREADY_USED'
  | 'NOT_ELIGIBLE'
  | 'LOT_NOT_FOUND'
  | 'OWN_ACCOUNT_NEEDED'
  | 'IMPORT_NOT_FOUND'
  | 'IMPORT_RUNNING'
  | 'IMPORT_STOPPED'
  | 'IMPORT_UNDONE'
  | 'DATES_AMBIGUOUS'
  | 'CLOSURE_NOT_FOUND'
  | 'CLOSURE_OVER'
  | 'CLOSURE_DAYS'
  | 'STUDIO_CLOSED'
  | 'NOT_ENOUGH_PASSES'
  | 'EMAIL_TAKEN'
  | 'INSTRUCTOR_NOT_FOUND'
  | 'INSTRUCTOR_HAS_CLASSES'
  | 'RATE_EXISTS'
  | 'COMPLAINT_NOT_FOUND'
  | 'NEGATIVE_RATE'
  | 'PASS_NOT_FOUND'
  | 'PASS_NOT_ON_SALE'
  | 'CARD_NOT_FOUND'
  | 'PAYMENT_NOT_FOUND'
  | 'PAYMENT_NOT_COMPLETE'
  | 'PAYMENT_PROCESSING'
  | 'PAYMENT_REFUNDED'
  | 'PAYMENT_DISPUTED'
  | 'DISPUTE_NOT_FOUND'
  | 'DISPUTE_ANSWERED'
  | 'DISPUTE_CLOSED'
  | 'EVIDENCE_TOO_LONG'
  | 'EVIDENCE_REFUSED'
  | 'OVER_REFUND'
  | 'NOTHING_UNUSED'
  | 'REFUND_IN_PROGRESS'
  | 'WITHDRAWAL_OVER'
  | 'NOTHING_TO_WITHDRAW'
  | 'REFUND_REFUSED'
  | 'REQUEST_KEY_USED'
  | 'MEMBERSHIPS_CLOSED'
  | 'ALREADY_MEMBER'
  | 'MEMBERSHIP_NOT_FOUND'
  | 'MEMBERSHIP_NOT_ACTIVE'
  | 'MEMBERSHIP_PAID'
  | 'PAUSE_NOT_POSSIBLE'
  | 'PAUSE_TOO_LATE'
  | 'PAUSE_TOO_OFTEN'
  | 'NO_PAUSE_PLANNED'
  | 'PLAN_NOT_FOUND'
  | 'PLAN_NOT_ON_SALE'
  | 'PLAN_RETIRED'
  | 'PLAN_ALREADY'
  | 'PLAN_NOT_AN_UPGRADE'
  | 'PLAN_CHANGE_NOT_POSSIBLE'
  | 'NOTICE_TOO_SHORT'
  | 'TEMPLATE_NOT_FOUND'
  | 'TEMPLATE_CLASS_NOT_FOUND'
  | 'INVALID_RESET_LINK'
  | 'INVALID_EMAIL_LINK'
  | 'INVALID_CANCEL_LINK'
  | 'INVALID_EMAIL_PROOF'
  | 'INVALID_SIGN_IN_CODE'
  | 'INVALID_SIGN_IN_LINK'
  | 'SIGNED_OUT'
  | 'STAFF_NOT_FOUND'
  | 'STAFF_EMAIL_TAKEN'
  | 'STAFF_JOINED'
  | 'STAFF_SELF'
  | 'STAFF_LAST_ADMIN'
  | 'NAMED_ADMIN_NEEDED'
  | 'INVALID_INVITE'
  | 'SECOND_FACTOR_FIRST'
  | 'SECOND_FACTOR_EXISTS'
  | 'SECOND_FACTOR_MISSING'
  | 'WRONG_CODE'
  | 'MONTH_NOT_OVER'
  | 'PAY_PERIOD_NOT_OVER'
  | 'PAY_PERIOD_CLOSED'
  | 'CHANGED_SINCE'
  | 'OVERLAPS_BOOKING'
  | 'RULES_CONTRADICT'
  | 'CONFLICT';

/** Facts for the calling program, unchanged in the error answer; never personal data of others. */
export interface RefusalFacts {
  /** With CHANGED_SINCE: each changed fact, as the caller saw it and as it is. */
  readonly changed?: Record<string, { was: Fact; is: Fact }>;
  /** With CHANGED_SINCE about a rule: its latest change, with the name of its author. */
  readonly change?: { key: string; from: string | null; to: string; by: string; at: string };
  /** With RULES_CONTRADICT: the keys of the rules that contradict each other. */
  readonly keys?: readonly string[];
  /** The version of the rulebook that the refusal follows, where a rule decides it; 0 before the rulebook. */
  readonly rulesVersion?: number;
  /** With OVERLAPS_BOOKING: the member's booking at that time. */
  readonly overlaps?: {
    bookingId: number;
    classId: number;
    /** The level of its class. */
    name: string;
    date: string;
    time: string;
    /** Minutes. */
    duration: number;
  };
}

/** The fact of a booking's or lot's own rule, which older ones do not note. */
export const toRulesFact = (rulesVersion: number | undefined): RefusalFacts =>
  rulesVersion === undefined ? {} : { rulesVersion };

type Fact = string | number | boolean | null;

/**
 * A rule forbids the command, and nothing was appended. `details` holds plain facts for the sentence, never personal
 * data.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly details: Readonly<Record<string, string | number | boolean>>;
  readonly facts: RefusalFacts;

  constructor(
    code: RefusalCode,
    details: Readonly<Record<string, string | number | boolean>> = {},
    facts: RefusalFacts = {},
  ) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.details = details;
    this.facts = facts;
  }
}

/** Well-formed input that a rule forbids, such as an age. The API returns 400 with the issues. */
export class InvalidInput extends Error {
  readonly issues: readonly { readonly path: string; readonly message: string }[];

  constructor(issues: readonly { readonly path: string; readonly message: string }[]) {
    super(issues[0]?.message ?? 'Invalid input');
    this.name = 'InvalidInput';
    this.issues = issues;
  }
}
