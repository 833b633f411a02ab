/** What the desk can lay open. */
export interface Subject {
  readonly kind: 'member' | 'class' | 'payment';
  readonly id: string;
}

const kinds = ['member', 'class', 'payment'] as const;
const shapes: Record<Subject['kind'], RegExp> = {
  member: /^[A-Za-z0-9_-]{1,64}$/,
  class: /^[1-9]\d{0,9}$/,
  payment: /^[A-Za-z0-9_-]{1,120}$/,
};

/** What an address asks for, if it does. */
export function subjectIn(search: URLSearchParams): Subject | null {
  for (const kind of kinds) {
    const id = search.get(kind);
    if (id !== null && shapes[kind].test(id)) return { kind, id };
  }
  return null;
}

const streams: Readonly<Record<string, Subject['kind']>> = {
  wallet: 'member',
  class: 'class',
  payment: 'payment',
};

/** Whose history a stream is of; null of streams that the desk has no page for. */
export function subjectOfStream(stream: string): Subject | null {
  const cut = stream.indexOf('-');
  const kind = streams[stream.slice(0, cut)];
  const id = stream.slice(cut + 1);
  return kind !== undefined && shapes[kind].test(id) ? { kind, id } : null;
}

/** The desk's address of a history; `at` is a moment as the address writes it. */
export const deskPath = ({ kind, id }: Subject, at?: string): string =>
  `/audit?${new URLSearchParams({ [kind]: id, ...(at === undefined ? {} : { at }) })}`;

const words: Record<Subject['kind'], string> = { member: 'Member', class: 'Class', payment: 'Payment' };

/** 'Class 12' */
export const subjectName = ({ kind, id }: Subject): string => `${words[kind]} ${id}`;
