import type { ReleaseReason, SeatSource } from '#domain/class/events.ts';
import { RULEBOOK, rulebookDecider } from '#domain/rules/decider.ts';
import { defaultRules, type Rules } from '#domain/rules/rules.ts';
import type { StudioRecord } from '../studio-record.ts';
import { explainRules, type RuleTopic } from './explain-rule.ts';
import type { StreamReader } from './read-stream-as-of.ts';

/** One version of the rulebook and the event that began it. */
interface RulebookVersion {
  readonly rules: Rules;
  readonly at: Date;
  readonly position: bigint;
  readonly revision: bigint;
}

/** Every version of the rulebook, the oldest first. */
export type Rulebook = readonly RulebookVersion[];

/** The rule by which an event was decided. */
export interface RuleInForce {
  /** 0 before the rulebook. */
  readonly version: number;
  /** The `RulesChanged` event that began the version; null before the rulebook. */
  readonly event: { readonly stream: string; readonly revision: bigint; readonly position: bigint } | null;
  /** The text of the rule in this version. */
  readonly text: string;
}

/** Reads every version of the rulebook from its stream. @throws EventStoreUnavailable */
export async function readRulebook(eventStore: StreamReader): Promise<Rulebook> {
  const { events } = await eventStore.readStream(rulebookDecider.stream(RULEBOOK));
  let state = rulebookDecider.initial;
  return events.flatMap((event) => {
    if (event.type !== 'RulesChanged') return [];
    state = rulebookDecider.evolve(state, event);
    return [
      { rules: state.rules, at: new Date(event.data.at), position: event.position, revision: event.revision },
    ];
  });
}

/** The rules in force at an instant, where no position is known. */
export const findRulesAt = (rulebook: Rulebook, at: Date): Rules =>
  rulebook.findLast((version) => version.at <= at)?.rules ?? defaultRules;

const bookingTopics: Record<SeatSource, readonly RuleTopic[]> = {
  member: ['window', 'cancellation'],
  staff: ['cancellation'],
  waitlist: ['automatic booking', 'cancellation'],
};

/** Only a cancellation by the member follows the booking's deadline; the studio's own ends follow no rule but the grace. */
const endsByDeadline: Record<ReleaseReason, boolean> = {
  cancelled: true,
  late_cancelled: true,
  moved: true,
  removed: false,
  class_cancelled: false,
};

interface Decision {
  readonly topics: readonly RuleTopic[];
  /** Undefined for an event that notes none: the version in force at its position. */
  readonly version?: number | undefined;
}

/** Finds the rule of each event of a history, given in log order. */
export class RuleTracker {
  readonly #rulebook: Rulebook;
  /** The version of each booking, and of its late cancellation. */
  readonly #bookings = new Map<number, number | undefined>();
  readonly #releases = new Map<number, { reason: ReleaseReason; version: number | undefined }>();
  /** The version of the latest offer to an entry of a waitlist. */
  readonly #offers = new Map<number, number | undefined>();
  /** What each lot's expiry follows, where that is a rule. */
  readonly #expiries = new Map<string, Decision>();

  constructor(rulebook: Rulebook) {
    this.#rulebook = rulebook;
  }

  /** The rule that decided the event; null when none did. */
  find(event: StudioRecord): RuleInForce | null {
    const decision = this.#decide(event);
    if (decision === null) return null;
    const { topics, version = this.#findVersionAt(event.position) } = decision;
    const found = this.#rulebook.find(({ rules }) => rules.version === version);
    if (found === undefined) return { version: 0, event: null, text: explainRules(topics, defaultRules) };
    const { rules, position, revision } = found;
    const stream = rulebookDecider.stream(RULEBOOK);
    return { version, event: { stream, revision, position }, text: explainRules(topics, rules) };
  }

  #findVersionAt(position: bigint): number {
    return this.#rulebook.findLast((version) => version.position < position)?.rules.version ?? 0;
  }

  /** A booking before the first version notes 0, or nothing. */
  #findBookingVersion(bookingId: number, position: bigint): number {
    return this.#bookings.get(bookingId) ?? this.#findVersionAt(position);
  }

  #decide(event: StudioRecord): Decision | null {
    const { position } = event;
    switch (event.type) {
      case 'SeatBooked': {
        const { bookingId, rulesVersion, source } = event.data;
        const version = rulesVersion ?? this.#findVersionAt(position);
        this.#bookings.set(bookingId, version);
        return { topics: bookingTopics[source], version };
      }
      case 'SeatReserved':
        return { topics: bookingTopics.member, version: event.data.rulesVersion };
      case 'SeatReleased': {
        const { bookingId, reason, refillAt, rulesVersion: version } = event.data;
        this.#releases.set(bookingId, { reason, version });
        if (!endsByDeadline[reason]) return null;
        const topics: RuleTopic[] = refillAt === undefined ? ['cancellation'] : ['cancellation', 'refill'];
        // Both topics hold by one version unless the studio changed its rules between booking and cancellation.
        const booked = this.#findBookingVersion(bookingId, position);
        return refillAt === undefined || booked === version
          ? { topics, version: booked }
          : { topics: ['refill'], version };
      }
      case 'LateCancellationRefilled':
        return { topics: ['refill'], version: this.#releases.get(event.data.bookingId)?.version };
      case 'PassForfeited':
        return {
          topics: ['cancellation'],
          version: this.#findBookingVersion(event.data.bookingId, position),
        };
      case 'PassReturned': {
        const { bookingId, from } = event.data;
        const release = this.#releases.get(bookingId);
        if (from === 'forfeited') return { topics: ['refill'], version: release?.version };
        if (release === undefined || release.reason === 'moved') return null;
        return endsByDeadline[release.reason]
          ? { topics: ['cancellation'], version: this.#findBookingVersion(bookingId, position) }
          : { topics: ['grace'] };
      }
      case 'SpotOffered': {
        const { entryId, rulesVersion: version } = event.data;
        this.#offers.set(entryId, version);
        return { topics: ['offer'], version };
      }
      case 'OfferLapsed':
        return { topics: ['offer'], version: this.#offers.get(event.data.entryId) };
      case 'WaitlistSkipped':
        return { topics: ['automatic booking'], version: event.data.rulesVersion };
      case 'SpotAnnounced':
        return { topics: ['announcement'], version: event.data.rulesVersion };
      case 'MembershipPausePlanned':
        return { topics: ['pause'], version: event.data.rulesVersion };
      case 'LotGranted':
        if (event.data.kind !== 'adjustment') return null;
        return this.#setExpiry(event.data.lotId, ['given passes'], this.#findVersionAt(position));
      case 'LotExtended':
        if (event.data.because !== undefined) return null;
        return this.#setExpiry(
          event.data.lotId,
          ['grace'],
          event.data.rulesVersion ?? this.#findVersionAt(position),
        );
      case 'LotExpired':
        return this.#expiries.get(event.data.lotId) ?? null;
      default:
        return null;
    }
  }

  #setExpiry(lotId: string, topics: readonly RuleTopic[], version: number): Decision {
    const decision = { topics, version };
    this.#expiries.set(lotId, decision);
    return decision;
  }
}
