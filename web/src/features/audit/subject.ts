/** What has a history. */
export interface Subject {
  readonly kind: 'member' | 'class' | 'payment' | 'rulebook';
  readonly id: string;
}

const kinds = ['member', 'class', 'payment', 'rulebook'] as const;
const idPatterns: Record<Subject['kind'], RegExp> = {
  member: /^[A-Za-z0-9_-]{1,64}$/,
  class: /^[1-9]\d{0,9}$/,
  payment: /^[A-Za-z0-9_-]{1,120}$/,
  rulebook: /^studio$/,
};

/** The subject in the search parameters of an address, if any. */
export function parseSubject(search: URLSearchParams): Subject | null {
  for (const kind of kinds) {
    const id = search.get(kind);
    if (id !== null && idPatterns[kind].test(id)) return { kind, id };
  }
  return null;
}

const streamKinds: Readonly<Record<string, Subject['kind']>> = {
  wallet: 'member',
  member: 'member',
  class: 'class',
  payment: 'payment',
  rulebook: 'rulebook',
};

/** The subject of a stream; null for a stream without a history page. */
export function parseStreamName(stream: string): Subject | null {
  const dash = stream.indexOf('-');
  const kind = streamKinds[stream.slice(0, dash)];
  const id = stream.slice(dash + 1);
  return kind !== undefined && idPatterns[kind].test(id) ? { kind, id } : null;
}

export interface References {
  readonly memberId?: string | null | undefined;
  readonly classId?: number | null | undefined;
  readonly paymentIntentId?: string | null | undefined;
}

/** The subjects that an event or an exception refers to. */
export const listSubjects = ({ memberId, classId, paymentIntentId }: References): Subject[] => [
  ...(memberId ? [{ kind: 'member' as const, id: memberId }] : []),
  ...(classId ? [{ kind: 'class' as const, id: String(classId) }] : []),
  ...(paymentIntentId ? [{ kind: 'payment' as const, id: paymentIntentId }] : []),
];

/** The address of a history; `at` is a moment as `formatMoment` writes it. */
export const getHistoryPath = ({ kind, id }: Subject, at?: string): string =>
  `/audit?${new URLSearchParams({ [kind]: id, ...(at === undefined ? {} : { at }) })}`;

const kindNames: Record<Exclude<Subject['kind'], 'rulebook'>, string> = {
  member: 'Member',
  class: 'Class',
  payment: 'Payment',
};

/** The only rulebook. */
export const rulebookSubject: Subject = { kind: 'rulebook', id: 'studio' };

/** 'Class 12' */
export const formatSubject = ({ kind, id }: Subject): string =>
  kind === 'rulebook' ? 'The rulebook' : `${kindNames[kind]} ${id}`;
