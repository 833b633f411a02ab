import useSWR from 'swr';
import type { AuditClassAnswer, AuditMembersAnswer, AuditPaymentAnswer } from '#services/contract/audit.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { request } from '#web/lib/http.ts';
import { formatInstant } from '#web/lib/london-time.ts';
import { parseStreamName, type Subject } from './subject.ts';

export interface SearchResult {
  readonly subject: Subject;
  readonly title: string;
  readonly about: string;
  readonly isErased: boolean;
}

const matchTexts = {
  id: 'by id',
  email: 'by email',
  booking: 'by booking',
  name: 'by name',
  phone: 'by phone',
} as const;

interface FoundSubjects {
  readonly results: readonly SearchResult[];
  /** More members match than are listed. */
  readonly hasMore: boolean;
}

const noMembers: FoundSubjects = { results: [], hasMore: false };

async function findMembers(query: string): Promise<FoundSubjects> {
  const { members, hasMore } = await request<AuditMembersAnswer>(
    `/api/audit/members?${new URLSearchParams({ query })}`,
  );
  const results = members.map(
    ({ memberId, name, email, erased, matchedBy }): SearchResult => ({
      subject: { kind: 'member', id: memberId },
      title: name ?? 'An erased member',
      about: `Member ${memberId}${email === null ? '' : `, ${email}`}, found ${matchTexts[matchedBy]}`,
      isErased: erased,
    }),
  );
  return { results, hasMore };
}

/** Turns a 404 into null. */
async function nullIfNotFound<Answer>(reading: Promise<Answer>): Promise<Answer | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

async function findClass(id: string): Promise<SearchResult[]> {
  const found = await nullIfNotFound(request<AuditClassAnswer>(`/api/audit/classes/${id}`));
  if (found === null) return [];
  const { details } = found;
  const about = details === null ? 'A class' : `${details.level}, ${formatInstant(details.startsAt)}`;
  return [{ subject: { kind: 'class', id }, title: `Class ${id}`, about, isErased: false }];
}

async function findPayment(id: string): Promise<SearchResult[]> {
  const found = await nullIfNotFound(request<AuditPaymentAnswer>(`/api/audit/payments/${id}`));
  if (found === null) return [];
  const about = found.payment?.passName ?? 'A payment';
  return [{ subject: { kind: 'payment', id }, title: `Payment ${id}`, about, isErased: false }];
}

/** Searches members, classes and payments. A number can be that of a booking or of a class. */
async function search(query: string): Promise<FoundSubjects> {
  const subject = parseStreamName(query);
  const id = subject?.id ?? query;
  const [members, classes, payments] = await Promise.all([
    subject === null || subject.kind === 'member' ? findMembers(id) : noMembers,
    subject?.kind === 'class' || /^[1-9]\d{0,8}$/.test(query) ? findClass(id) : [],
    subject?.kind === 'payment' || /^pi_[A-Za-z0-9_-]+$/.test(query) ? findPayment(id) : [],
  ]);
  return { results: [...members.results, ...classes, ...payments], hasMore: members.hasMore };
}

/** The results of a search; null searches nothing. */
export function useSubjectSearch(query: string | null) {
  const { data, error, isLoading, mutate } = useSWR<FoundSubjects, Error, [string, string] | null>(
    query === null ? null : ['/api/audit/members', query],
    ([, text]) => search(text),
  );
  return { found: data, error, isLoading, retry: () => void mutate() };
}
