import type { WaitlistEvent } from '#services/contract/waitlist.ts';

type Happening = Omit<WaitlistEvent, 'rule'>;

/** Why the member was skipped. */
const skipReasons = {
  no_pass: 'you had no pass',
  pass_expires: 'your pass runs out before the class',
  overlap: 'you have another class at that time',
};

const hasKey = <Texts extends object>(texts: Texts, key: string): key is keyof Texts & string => key in texts;

/** 'you had no pass': why the member was skipped. */
export const describeSkipReason = (reason: WaitlistEvent['reason']): string =>
  skipReasons[reason !== null && hasKey(skipReasons, reason) ? reason : 'no_pass'];

/** Why the studio took back an offer. */
const withdrawalReasons = {
  capacity: 'the class has fewer places now',
  marked_full: 'the studio marked the class as full',
  moved: 'the studio moved the class',
};

/** 'the class has fewer places now': why the studio took back an offer. */
export const describeWithdrawal = (reason: WaitlistEvent['reason']): string =>
  withdrawalReasons[reason !== null && hasKey(withdrawalReasons, reason) ? reason : 'moved'];

const describeOwn = ({ what, reason }: Happening): string => {
  switch (what) {
    case 'joined':
      return 'You joined the waitlist.';
    case 'left':
      return reason === 'overlap'
        ? 'You left the waitlist, since you have another class at that time.'
        : 'You left the waitlist.';
    case 'booked':
      return 'You were given a place in the class.';
    case 'offered':
      return 'A spot came free and was offered to you.';
    case 'lapsed':
      return 'The time to take your spot ran out.';
    case 'skipped':
      return `A spot came free, and you were skipped, since ${describeSkipReason(reason)}.`;
    case 'withdrawn':
      return `The spot that was kept for you was taken back, because ${describeWithdrawal(reason)}.`;
    case 'asked':
      return 'The studio moved the class, and asked whether you still want it.';
    case 'confirmed':
      return reason === 'moved_back'
        ? 'The studio moved the class back, so you wait for it as before.'
        : 'You kept your place for the new time.';
    case 'announced':
      return 'A spot came free, and everyone waiting was told: first come, first served.';
    case 'class_cancelled':
      return 'The studio cancelled the class.';
  }
};

const skipReasonsOfOthers = {
  no_pass: 'they had no pass',
  pass_expires: 'their pass runs out before the class',
  overlap: 'they have another class at that time',
};

const describeOthers = ({ what, reason }: Happening, wasConsidered: boolean): string => {
  switch (what) {
    case 'joined':
      return 'Someone joined the waitlist behind you.';
    case 'left':
      return 'Someone left the waitlist.';
    case 'booked':
      return 'Someone who was waiting was given a place.';
    case 'offered':
      return `A spot came free and was offered to someone ${wasConsidered ? 'else in line' : 'ahead of you'}.`;
    case 'lapsed':
      return 'The time to take that spot ran out.';
    case 'skipped':
      return `Someone was skipped, since ${skipReasonsOfOthers[reason !== null && hasKey(skipReasonsOfOthers, reason) ? reason : 'no_pass']}.`;
    case 'withdrawn':
      return `That spot was taken back, because ${describeWithdrawal(reason)}.`;
    case 'asked':
      return 'Someone who was waiting was asked whether they still want the class.';
    case 'confirmed':
      return 'Someone who was waiting still wants the class.';
    case 'announced':
      return 'A spot came free, and everyone waiting was told: first come, first served.';
    case 'class_cancelled':
      return 'The studio cancelled the class.';
  }
};

/** Describes an event to the member without naming others; `wasConsidered`: the member was offered a spot before, or skipped. */
export const describeHappening = (happening: Happening, wasConsidered: boolean): string =>
  happening.mine ? describeOwn(happening) : describeOthers(happening, wasConsidered);
