import { isForgotten } from '#domain/event.ts';
import type { StudioRecord } from '../studio-record.ts';
import type { Exceptions, Place } from './audit-exception.ts';

/** The owner of sealed personal data: a member, a registration of interest, or a complaint about data. */
export interface SealedOwner {
  readonly ownerId: string;
  readonly kind: 'member' | 'registration' | 'complaint';
  /** The last sealed event that is readable, and the last that is not. */
  readable: Place | null;
  forgotten: Place | null;
  /** The place and time of the erasure. */
  erased: { readonly place: Place; readonly at: string } | null;
  /** The keyed hash of the email address that the erasure released. */
  freedEmail: string | null;
}

const kindNames = { member: 'Member', registration: 'Registration', complaint: 'Complaint' } as const;
const emailStreamPrefix = 'email-';

/** Checks that after an erasure no sealed event of its owner is readable, and none is appended. */
export class ErasureLedger {
  readonly owners = new Map<string, SealedOwner>();
  readonly #exceptions: Exceptions;

  constructor(exceptions: Exceptions) {
    this.#exceptions = exceptions;
  }

  apply(event: StudioRecord, place: Place): void {
    switch (event.type) {
      case 'MemberSignedUp':
      case 'MemberChanged':
      case 'HealthAnswersChanged':
      case 'PasswordChanged':
        this.#applySealed(
          this.#getOrCreateOwner(event.data.memberId, 'member'),
          isForgotten(event.data.personal),
          place,
        );
        break;
      case 'RegistrationReceived':
        this.#applySealed(
          this.#getOrCreateOwner(event.data.memberId, 'registration'),
          isForgotten(event.data.personal),
          place,
        );
        break;
      case 'ComplaintReceived':
      case 'ComplaintAnswered':
        this.#applySealed(
          this.#getOrCreateOwner(event.data.memberId, 'complaint'),
          isForgotten(event.data.personal),
          place,
        );
        break;
      case 'MemberErased':
        this.#getOrCreateOwner(event.data.memberId, 'member').erased ??= { place, at: event.data.at };
        break;
      case 'RegistrationErased':
        this.#getOrCreateOwner(place.stream, 'registration').erased ??= { place, at: event.data.at };
        break;
      case 'ComplaintErased':
        this.#getOrCreateOwner(place.stream, 'complaint').erased ??= { place, at: event.data.at };
        break;
      case 'EmailReleased': {
        const owner = this.owners.get(event.data.memberId);
        if (owner?.erased) owner.freedEmail = place.stream.slice(emailStreamPrefix.length);
        break;
      }
      default:
    }
  }

  /** The number of erased members. */
  get erasedCount(): number {
    let count = 0;
    for (const { kind, erased } of this.owners.values()) if (kind === 'member' && erased !== null) count += 1;
    return count;
  }

  /** Reports sealed events that are readable after an erasure or unreadable without one, except erasures under way. */
  finish(isUnderWay: (erasure: { at: string; place: Place }) => boolean): void {
    for (const { ownerId, kind, readable, forgotten, erased } of this.owners.values()) {
      const about = kind === 'member' ? { memberId: ownerId } : {};
      if (erased === null) {
        // The key of a registration or complaint is destroyed before its event is appended.
        if (forgotten === null || kind !== 'member') continue;
        this.#exceptions.add('FORGOTTEN_WITHOUT_ERASURE', forgotten, about, {
          expected: 'an erasure, or personal data that can be read',
          found: 'neither',
          sentence: `The key of member ${ownerId} is gone, and nobody erased them.`,
        });
      } else if (readable !== null && !isUnderWay(erased)) {
        this.#exceptions.add('ERASED_DATA_READABLE', erased.place, about, {
          expected: 'no sealed event that can be opened',
          found: `one at position ${readable.position}`,
          sentence: `${kindNames[kind]} ${ownerId} was erased, and what was sealed for them can be read.`,
        });
      }
    }
  }

  #applySealed(owner: SealedOwner, isUnreadable: boolean, place: Place): void {
    if (isUnreadable) owner.forgotten = place;
    else owner.readable = place;
    if (owner.erased === null) return;
    this.#exceptions.add(
      'SEALED_AFTER_ERASURE',
      place,
      owner.kind === 'member' ? { memberId: owner.ownerId } : {},
      {
        expected: 'nothing personal after the erasure',
        found: 'a sealed event',
        sentence: `Something was sealed for ${owner.ownerId} after they were erased.`,
      },
    );
  }

  #getOrCreateOwner(ownerId: string, kind: SealedOwner['kind']): SealedOwner {
    const known = this.owners.get(ownerId);
    if (known !== undefined) return known;
    const owner: SealedOwner = {
      ownerId,
      kind,
      readable: null,
      forgotten: null,
      erased: null,
      freedEmail: null,
    };
    this.owners.set(ownerId, owner);
    return owner;
  }
}
