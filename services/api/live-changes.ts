import type { Change } from '../../projections/waiting/changes.ts';
import { type LiveChange, liveTopics } from '../contract/live.ts';
import type { LiveReaders } from './plugins/live-events.ts';

const publicTopics: LiveChange['topics'] = ['classes', 'instructors', 'catalogue'];

/** Tells the open pages what a batch of events touched; what concerns one member only to that member. */
export function tellReaders(readers: LiveReaders, changes: readonly Change[]): void {
  const forAll = new Set<LiveChange['topics'][number]>();
  const forMembers = new Map<string, Set<LiveChange['topics'][number]>>();
  let dates: readonly string[] | null = [];
  for (const change of changes) {
    switch (change.kind) {
      case 'everything':
        readers.tell({ topics: [...liveTopics] });
        return;
      case 'classes':
        forAll.add('classes');
        dates = change.dates === null || dates === null ? null : [...dates, ...change.dates];
        break;
      case 'member':
        forMembers.set(change.memberId, (forMembers.get(change.memberId) ?? new Set()).add(change.what));
        break;
      default:
        forAll.add(change.kind);
    }
  }
  const topics = publicTopics.filter((topic) => forAll.has(topic));
  if (topics.length > 0) {
    readers.tell({ topics, ...(dates !== null && dates.length > 0 ? { dates: [...new Set(dates)] } : {}) });
  }
  for (const [memberId, touched] of forMembers) readers.tell({ topics: [...touched] }, memberId);
}
