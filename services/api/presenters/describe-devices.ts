import type { readMemberSessions } from '#projections/read-models/members/session-queries.ts';
import type { Device } from '#services/contract/devices.ts';

type SessionRow = Awaited<ReturnType<typeof readMemberSessions>>[number];
type Own = { readonly sid: string | null; readonly networkHash: string };

function compareNetworks(networkHash: string | null, own: string): Device['network'] {
  if (networkHash === null) return 'unknown';
  return networkHash === own ? 'this' : 'other';
}

/** The sessions of a member; `own` is that of the request. */
export const describeDevices = (rows: readonly SessionRow[], own: Own): Device[] =>
  rows.map(({ sid, browser, networkHash, openedAt, lastUsedAt, isKept }) => ({
    id: sid,
    browser: browser ?? 'Unknown browser',
    network: compareNetworks(networkHash, own.networkHash),
    openedAt: openedAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    staysSignedIn: isKept,
    isThis: sid === own.sid,
  }));
