import type { ServerResponse } from 'node:http';
import type { Logger } from '#infra/logging/logger.ts';
import { count } from '#infra/telemetry/metrics.ts';
import type { LiveChange } from '#services/contract/live.ts';
import { HEARTBEAT_MS } from '#services/contract/live-heartbeat.ts';
import { RecentChanges } from './recent-changes.ts';

/** A connection with more unread bytes than this is destroyed; the page reconnects and reads everything again. */
const maxUnreadBytes = 256 * 1024;
/** Some two milliseconds of writes; a change for more pages is written over several ticks of the event loop. */
const writesPerTick = 20;

/** Hidden pages disconnect after a minute, so few people reach these. */
const maxPerSession = 5;
const maxPerMember = 10;
const maxVisitorsPerNetwork = 20;
/** A limit that is reached is logged once within this time. */
const logEveryMs = 60_000;

/** The member whose page it is, or an admin, who follows the changes of all members. */
export interface ConnectionOwner {
  /** null for an admin. */
  readonly memberId: string | null;
  readonly sessionId: string | null;
}

type Limit = 'session' | 'member' | 'network' | 'visitors' | 'total';

interface Options {
  /** How many pages may be open in all. Those of visitors get half of it, so that they shut no member out. */
  readonly maxTotal: number;
  /** Whether pages of one session, member or network are limited too. */
  readonly isLimited: boolean;
  readonly logger: Pick<Logger, 'warn'>;
}

interface Connection {
  readonly response: ServerResponse;
  /** null for a visitor's page. */
  readonly owner: ConnectionOwner | null;
  /** The client's network, by which the pages of visitors are counted. */
  readonly network: string;
}

/** A message and the connections that it is still to be written to. */
interface Broadcast {
  readonly bytes: Buffer;
  readonly remaining: IterableIterator<Connection>;
}

const formatChange = (change: LiveChange): string => `event: change\ndata: ${JSON.stringify(change)}\n\n`;

/** The open pages, which receive changes as server-sent events. */
export class LiveConnections {
  readonly #connections = new Set<Connection>();
  /** Those of admins under null. */
  readonly #byMember = new Map<string | null, Set<Connection>>();
  readonly #heartbeat: NodeJS.Timeout;
  readonly #broadcasts: Broadcast[] = [];
  readonly #visitorsByNetwork = new Map<string, number>();
  readonly #loggedAtMs = new Map<Limit, number>();
  readonly #recent = new RecentChanges(() => performance.now());
  readonly #options: Options;
  #visitors = 0;
  #isClosed = false;

  constructor(options: Options) {
    this.#options = options;
    const heartbeat = 'event: heartbeat\ndata: {}\n\n';
    this.#heartbeat = setInterval(() => this.#write(heartbeat, this.#connections), HEARTBEAT_MS);
    this.#heartbeat.unref();
  }

  /**
   * The limit that leaves no place for another page: of all pages, or of visitors. A member's page always has a place among that
   * member's pages, since `add` closes their oldest.
   */
  findLimit(owner: ConnectionOwner | null, network: string): Limit | null {
    const { maxTotal, isLimited } = this.#options;
    const reached = (limit: Limit) => {
      this.#note(limit);
      return limit;
    };
    if (this.#connections.size >= maxTotal && !this.#mustReplace(owner)) return reached('total');
    if (owner !== null) return null;
    if (this.#visitors >= maxTotal / 2) return reached('visitors');
    const open = this.#visitorsByNetwork.get(network) ?? 0;
    return isLimited && open >= maxVisitorsPerNetwork ? reached('network') : null;
  }

  /**
   * Adds an open answer, until its connection ends, and sends it what changed while its page may have been reading already. The
   * oldest page of a session or member with too many is replaced by it.
   */
  add(response: ServerResponse, owner: ConnectionOwner | null, network: string): void {
    if (owner !== null && this.#options.isLimited) this.#makeRoom(owner);
    const connection = { response, owner, network };
    this.#connections.add(connection);
    if (owner !== null) this.#getOrCreateMember(owner.memberId).add(connection);
    else this.#countVisitor(network, 1);
    response.on('close', () => this.#remove(connection));
    response.write('retry: 2000\n\nevent: ready\ndata: {}\n\n');
    const missed = this.#recent.readFor(owner === null ? undefined : owner.memberId);
    if (missed !== null) response.write(formatChange(missed));
    if (this.#isClosed) response.end();
  }

  /** How many pages are open. */
  get count(): number {
    return this.#connections.size;
  }

  /** Sends a change to all pages, to those of one member, or with null to those of admins. */
  send(change: LiveChange, memberId?: string | null): void {
    this.#recent.add(change, memberId);
    const receivers = memberId === undefined ? this.#connections : this.#byMember.get(memberId);
    if (receivers !== undefined) this.#write(formatChange(change), receivers);
  }

  /** Ends the connections of a session that is over; the pages reconnect as a visitor's. */
  endSession(sessionId: string): void {
    for (const { response, owner } of this.#connections) {
      if (owner?.sessionId === sessionId) response.end();
    }
  }

  /** Ends every connection; later ones end immediately. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#heartbeat);
    for (const { response } of this.#connections) response.end();
    this.#broadcasts.length = 0;
    this.#connections.clear();
    this.#byMember.clear();
    this.#visitorsByNetwork.clear();
    this.#visitors = 0;
  }

  #getOrCreateMember(memberId: string | null): Set<Connection> {
    const known = this.#byMember.get(memberId);
    if (known !== undefined) return known;
    const connections = new Set<Connection>();
    this.#byMember.set(memberId, connections);
    return connections;
  }

  #ofSession({ memberId, sessionId }: ConnectionOwner): Connection[] {
    const all = [...(this.#byMember.get(memberId) ?? [])];
    return all.filter(({ owner }) => owner?.sessionId === sessionId);
  }

  #mustReplace(owner: ConnectionOwner | null): boolean {
    if (owner === null || !this.#options.isLimited) return false;
    const ofMember = owner.memberId === null ? 0 : (this.#byMember.get(owner.memberId)?.size ?? 0);
    return ofMember >= maxPerMember || this.#ofSession(owner).length >= maxPerSession;
  }

  /** Ends the oldest pages, which were added first. They are notified, so that they do not reconnect and replace the next. */
  #makeRoom(owner: ConnectionOwner): void {
    const replace = (limit: Limit, pages: readonly Connection[], max: number) => {
      if (pages.length < max) return;
      this.#note(limit);
      for (const page of pages.slice(0, pages.length - max + 1)) {
        page.response.end('event: replaced\ndata: {}\n\n');
        this.#remove(page);
      }
    };
    replace('session', this.#ofSession(owner), maxPerSession);
    if (owner.memberId !== null)
      replace('member', [...(this.#byMember.get(owner.memberId) ?? [])], maxPerMember);
  }

  #note(limit: Limit): void {
    count('tideline_live_limits_total', { limit });
    const now = Date.now();
    if (now - (this.#loggedAtMs.get(limit) ?? 0) < logEveryMs) return;
    this.#loggedAtMs.set(limit, now);
    this.#options.logger.warn({ limit, pages: this.count }, 'A limit of open pages is reached');
  }

  #countVisitor(network: string, by: 1 | -1): void {
    this.#visitors += by;
    const open = (this.#visitorsByNetwork.get(network) ?? 0) + by;
    if (open > 0) this.#visitorsByNetwork.set(network, open);
    else this.#visitorsByNetwork.delete(network);
  }

  #remove(connection: Connection): void {
    if (!this.#connections.delete(connection)) return;
    if (connection.owner === null) {
      this.#countVisitor(connection.network, -1);
      return;
    }
    const { memberId } = connection.owner;
    const others = this.#byMember.get(memberId);
    others?.delete(connection);
    if (others?.size === 0) this.#byMember.delete(memberId);
  }

  /** Writes to a few connections immediately; a thousand writes in one tick would delay every other request. */
  #write(text: string, connections: ReadonlySet<Connection>): void {
    const bytes = Buffer.from(text);
    if (connections.size <= writesPerTick) for (const connection of connections) write(connection, bytes);
    else {
      this.#broadcasts.push({ bytes, remaining: [...connections].values() });
      if (this.#broadcasts.length === 1) setImmediate(() => this.#continueBroadcasts());
    }
  }

  #continueBroadcasts(): void {
    for (let written = 0; written < writesPerTick; written += 1) {
      const broadcast = this.#broadcasts[0];
      if (broadcast === undefined) return;
      const next = broadcast.remaining.next();
      if (next.done === true) this.#broadcasts.shift();
      else write(next.value, broadcast.bytes);
    }
    if (this.#broadcasts.length > 0) setImmediate(() => this.#continueBroadcasts());
  }
}

function write({ response }: Connection, bytes: Buffer): void {
  if (response.writableEnded || response.destroyed) return;
  if (response.writableLength > maxUnreadBytes) response.destroy();
  else response.write(bytes);
}
