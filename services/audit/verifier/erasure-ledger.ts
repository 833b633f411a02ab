import { isForgotten } from '#domain/event.ts';
import type { StudioRecord } from '../studio-record.ts';
import type { Exceptions, Place } from './audit-exception.ts';

/** What the log says of one whose personal data is sealed: a member, or a registration of interest. */
export interface SealedOwner {
  readonly ownerId: string;
  readonly kind: 'member' | 'registration';
  /** Of the last sealed event that can be read, and of the last that can't. */
  readable: Place | null;
  forgotten: Place | null;
  /** Where the erasure stands, and when it was. */
  erased: { readonly place: Place; readonly at: string } | null;
  /** The keyed hash of the address that the erasure freed. */
  freedEmail: string | null;
}

const EMAIL = 'email-';

/** Follows what is sealed for whom, and who was erased: after that nothing of theirs can be read, or written. */
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
        this.#sealed(this.#owner(event.data.memberId, 'member'), isForgotten(event.data.personal), place);
        break;
      case 'RegistrationReceived':
        this.#sealed(
          this.#owner(event.data.memberId, 'registration'),
          isForgotten(event.data.personal),
          place,
        );
        break;
      case 'MemberErased':
        this.#owner(event.data.memberId, 'member').erased ??= { place, at: event.data.at };
        break;
      case 'RegistrationErased':
        this.#owner(place.stream, 'registration').erased ??= { place, at: event.data.at };
        break;
      case 'EmailReleased': {
        const owner = this.owners.get(event.data.memberId);
        if (owner?.erased) owner.freedEmail = place.stream.slice(EMAIL.length);
        break;
      }
      default:
    }
  }

  /** How many members were erased. */
  get erased(): number {
    let count = 0;
    for (const { kind, erased } of this.owners.values()) if (kind === 'member' && erased !== null) count += 1;
    return count;
  }

  /** Tells of sealed events that can be read though they must not, or can't though they must; not of what is under way. */
  judge(isUnderWay: (open: { at: string; place: Place }) => boolean): void {
    for (const { ownerId, kind, readable, forgotten, erased } of this.owners.values()) {
      const about = kind === 'member' ? { memberId: ownerId } : {};
      if (erased === null) {
        // A registration's key goes before the event that says so.
        if (forgotten === null || kind === 'registration') continue;
        this.#exceptions.add('FORGOTTEN_WITHOUT_ERASURE', forgotten, about, {
          expected: 'an erasure, or personal data that can be read',
          found: 'neither',
          sentence: `The key of member ${ownerId} is gone, and nobody erased them.`,
        });
      } else if (readable !== null && !isUnderWay(erased)) {
        this.#exceptions.add('ERASED_DATA_READABLE', erased.place, about, {
          expected: 'no sealed event that can be opened',
          found: `one at position ${readable.position}`,
          sentence: `${kind === 'member' ? 'Member' : 'Registration'} ${ownerId} was erased, and what was sealed for them can be read.`,
        });
      }
    }
  }

  #sealed(owner: SealedOwner, isForgottenNow: boolean, place: Place): void {
    if (isForgottenNow) owner.forgotten = place;
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

  #owner(ownerId: string, kind: SealedOwner['kind']): SealedOwner {
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
