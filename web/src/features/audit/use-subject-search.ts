import useSWR from 'swr';
import type { AuditClassAnswer, AuditMembersAnswer, AuditPaymentAnswer } from '#services/contract/audit.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { request } from '#web/lib/http.ts';
import { formatInstant } from '#web/lib/london-time.ts';
import { type Subject, subjectOfStream } from './subject.ts';

/** One thing that was found. */
export interface Found {
  readonly subject: Subject;
  readonly title: string;
  readonly about: string;
  readonly isErased: boolean;
}

const matches = { id: 'by id', email: 'by email', booking: 'by booking' } as const;

async function findMembers(query: string): Promise<Found[]> {
  const { members } = await request<AuditMembersAnswer>(
    `/api/audit/members?${new URLSearchParams({ query })}`,
  );
  return members.map(({ memberId, name, email, erased, matchedBy }) => ({
    subject: { kind: 'member', id: memberId },
    title: name ?? 'An erased member',
    about: `Member ${memberId}${email === null ? '' : `, ${email}`}, found ${matches[matchedBy]}`,
    isErased: erased,
  }));
}

/** Nothing at all is an answer here. */
async function orNone<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

async function findClass(id: string): Promise<Found[]> {
  const found = await orNone(request<AuditClassAnswer>(`/api/audit/classes/${id}`));
  if (found === null) return [];
  const { details } = found;
  const about = details === null ? 'A class' : `${details.level}, ${formatInstant(details.startsAt)}`;
  return [{ subject: { kind: 'class', id }, title: `Class ${id}`, about, isErased: false }];
}

async function findPayment(id: string): Promise<Found[]> {
  const found = await orNone(request<AuditPaymentAnswer>(`/api/audit/payments/${id}`));
  if (found === null) return [];
  const about = found.payment?.passName ?? 'A payment';
  return [{ subject: { kind: 'payment', id }, title: `Payment ${id}`, about, isErased: false }];
}

/** Whatever the words may stand for: a number is that of a booking or of a class. */
async function find(words: string): Promise<Found[]> {
  const subject = subjectOfStream(words);
  const id = subject?.id ?? words;
  const [members, classes, payments] = await Promise.all([
    subject === null || subject.kind === 'member' ? findMembers(id) : [],
    subject?.kind === 'class' || /^[1-9]\d{0,8}$/.test(words) ? findClass(id) : [],
    subject?.kind === 'payment' || /^pi_[A-Za-z0-9_-]+$/.test(words) ? findPayment(id) : [],
  ]);
  return [...members, ...classes, ...payments];
}

/** What is found under these words; undefined while it is looked for, and when nothing is. */
export function useSearch(words: string | null) {
  const { data, error, isLoading, mutate } = useSWR<Found[], Error, [string, string] | null>(
    words === null ? null : ['/api/audit/members', words],
    ([, text]) => find(text),
  );
  return { found: data, error, isLoading, retry: () => void mutate() };
}
