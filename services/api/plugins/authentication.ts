import fastifyJwt from '@fastify/jwt';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { SessionOwner } from '#infra/postgres/tables/sessions.ts';
import { backgroundHeader } from '#services/contract/background-header.ts';
import type { StaffRole } from '#services/contract/staff.ts';
import { getClientNetwork } from '../client-network.ts';
import { describeBrowser } from '../describe-browser.ts';
import { forbidden, secondFactorNeeded, sessionIdle, unauthenticated } from '../http-error.ts';
import {
  getLifetimeMs,
  type MemberPrincipal,
  type NewPrincipal,
  type Principal,
  type Sessions,
  type StaffPrincipal,
} from '../sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, set by `requireMember`, `requireStaff` and `identifyIfPossible`; null for a visitor. */
    principal: Principal | null;
    sessionId: string | null;
    /** When the token of the request expires; 0 without one. */
    tokenExpiresAtMs: number;
  }
}

/**
 * What every token contains and every reader checks besides the signature. So no token of another kind or program is
 * accepted, even if that program has the same secret.
 */
const tokenKind = { typ: 'at+jwt', iss: 'tideline', aud: 'tideline-api' } as const;

const tokenPayload = z.object({ sid: z.uuid(), exp: z.number() });

interface VerifiedToken {
  readonly sid: string;
  readonly expiresAtMs: number;
}

const maxCachedTokens = 20_000;
/** The studio's own headers have some 230 characters; longer ones are verified each time, which bounds the cache's memory. */
const maxCachedHeaderLength = 512;

type NewOwner<Kind> = Omit<Extract<NewPrincipal, { kind: Kind }>, 'kind'>;

/** Signs and verifies bearer tokens. A valid token without its row in `sessions` authenticates no caller. */
export class Authentication {
  readonly #app: FastifyInstance;
  readonly #sessions: Sessions;
  readonly #clientHash: (network: string) => string;
  /**
   * Verified headers, until their tokens expire; the session is still looked up each time. The lookup is not in
   * constant time, but its place depends on a hash of the whole header. So its timing reveals nothing to a caller who
   * does not know the entire 256-bit signature. Invalid headers are not cached, so they cannot evict valid ones.
   */
  readonly #verified = new LRUCache<string, VerifiedToken>({ max: maxCachedTokens });

  constructor(app: FastifyInstance, sessions: Sessions, clientHash: (network: string) => string) {
    this.#app = app;
    this.#sessions = sessions;
    this.#clientHash = clientHash;
  }

  /** Opens a member's session and returns its token. */
  signIn(request: FastifyRequest, owner: NewOwner<'member'>): Promise<string> {
    return this.#open(request, { kind: 'member', ...owner });
  }

  /** Opens a staff session and returns its token. */
  signInStaff(request: FastifyRequest, owner: NewOwner<'staff'>): Promise<string> {
    return this.#open(request, { kind: 'staff', ...owner });
  }

  /** Opens a session, which stores where the request came from, and returns its token. */
  async #open(request: FastifyRequest, owner: NewPrincipal): Promise<string> {
    const origin = {
      networkHash: this.#clientHash(getClientNetwork(request.ip)),
      browser: describeBrowser(request.headers['user-agent']),
    };
    return this.#sign(await this.#sessions.open(owner, origin), owner);
  }

  #sign(sid: string, owner: NewPrincipal): string {
    return this.#app.jwt.sign({ sid }, { expiresIn: getLifetimeMs(owner) / 1_000 });
  }

  /**
   * Stores that a member came back, and renews a session that stays on its device. Returns the token that replaces the one of the request,
   * or null. What cannot be stored now, such as on a full disk, is stored at a later visit.
   */
  async recordVisit(request: FastifyRequest): Promise<string | null> {
    const { sessionId, principal, tokenExpiresAtMs, log } = request;
    if (sessionId === null || principal?.kind !== 'member') return null;
    try {
      if (await this.#sessions.renew(sessionId, principal, tokenExpiresAtMs))
        return this.#sign(sessionId, principal);
      await this.#sessions.recordUse(sessionId, 'member');
    } catch (error) {
      log.warn({ err: error }, 'The visit of a member was not stored');
    }
    return null;
  }

  /** Ends all sessions of a member or staff account, in every process; `but` keeps that of one request. */
  async signOutEverywhere(owner: SessionOwner, { but }: { but?: FastifyRequest } = {}): Promise<void> {
    await this.#sessions.endAllOf(owner, but?.sessionId ?? null);
  }

  /**
   * Ends an owner's sessions around a change that ends their credential epoch. The open ones end before it, so that a
   * crash after the change leaves none in a cache. Those opened meanwhile end once `change` has resolved, when the
   * read models include it.
   */
  async endSessionsWith<T>(
    owner: SessionOwner,
    change: () => Promise<T>,
    options: { but?: FastifyRequest } = {},
  ): Promise<T> {
    await this.signOutEverywhere(owner, options);
    const result = await change();
    await this.signOutEverywhere(owner, options);
    return result;
  }

  /** Lets the session of a request outlive the change that ended its credential epoch. */
  async keepSession(
    request: FastifyRequest,
    epoch: number,
    changes?: { readonly hasSecondFactor: boolean },
  ): Promise<void> {
    if (request.sessionId) await this.#sessions.moveToEpoch(request.sessionId, epoch, changes);
  }

  async signOut(request: FastifyRequest): Promise<void> {
    if (request.sessionId) await this.#sessions.end(request.sessionId);
  }

  /** Ends the staff session with this id, in every process. */
  async endStaffSession(sid: string): Promise<void> {
    await this.#sessions.endOfStaff(sid);
  }

  /** Ends the session with this id, in every process; false unless it is one of this member's. */
  endMemberSession({ memberId }: MemberPrincipal, sid: string): Promise<boolean> {
    return this.#sessions.endOfMember(sid, memberId);
  }

  /** Ends the sessions of all shared passwords, in every process. */
  async endSharedSessions(): Promise<void> {
    await this.#sessions.endShared();
  }

  /** The hook of members' routes: 401 without a session, 403 with a staff session. */
  readonly requireMember = async (request: FastifyRequest): Promise<void> => {
    const principal = await this.#identify(request);
    if (!principal) throw unauthenticated();
    if (principal.kind !== 'member') throw forbidden();
  };

  /**
   * The hook of staff routes: 401 without a session, 403 for members, other roles and a session that must set up a second factor
   * first. Admins may call all of them.
   */
  readonly requireStaff =
    (...roles: StaffRole[]) =>
    async (request: FastifyRequest): Promise<void> => {
      await this.#identifyStaff(request, roles);
      await this.#recordUse(request);
    };

  /** The same for histories and health details, and 401 for a session that was once unused for half an hour. */
  readonly requireActiveStaff =
    (...roles: StaffRole[]) =>
    async (request: FastifyRequest): Promise<void> => {
      await this.#identifyStaff(request, roles);
      if (request.sessionId !== null && (await this.#sessions.isIdle(request.sessionId))) throw sessionIdle();
      await this.#recordUse(request);
    };

  /** The hook of what staff do with their own session and account: as `requireStaff`, but also for one without the second factor. */
  readonly requireStaffSession = async (request: FastifyRequest): Promise<void> => {
    const principal = await this.#identify(request);
    if (!principal) throw unauthenticated();
    if (principal.kind !== 'staff') throw forbidden();
    await this.#recordUse(request);
  };

  /** The hook of public routes that answer more to a signed-in caller. */
  readonly identifyIfPossible = async (request: FastifyRequest): Promise<void> => {
    await this.#identify(request);
  };

  async #identifyStaff(request: FastifyRequest, roles: readonly StaffRole[]): Promise<void> {
    const principal = await this.#identify(request);
    if (!principal) throw unauthenticated();
    if (principal.kind !== 'staff' || (principal.role !== 'admin' && !roles.includes(principal.role))) {
      throw forbidden();
    }
    if (principal.needsSecondFactor) throw secondFactorNeeded();
  }

  /**
   * Stores the use of a staff session, unless the page marks the request as automatic. A client could leave
   * the mark out, as it could also send a request of its own. A failed write, such as on a full disk, does not fail the request.
   */
  async #recordUse({ sessionId, headers, log }: FastifyRequest): Promise<void> {
    if (sessionId === null || headers[backgroundHeader] !== undefined) return;
    try {
      await this.#sessions.recordUse(sessionId, 'staff');
    } catch (error) {
      log.warn({ err: error }, 'The use of a staff session was not stored');
    }
  }

  async #identify(request: FastifyRequest): Promise<Principal | null> {
    const header = request.headers.authorization;
    const token = header === undefined ? null : this.#verify(header);
    if (token === null) return null;
    const { sid, expiresAtMs } = token;
    // Reads may wait for a batch; commands may not.
    request.principal = await this.#sessions.find(sid, request.method === 'GET' ? 'batched' : 'immediate');
    request.sessionId = sid;
    request.tokenExpiresAtMs = expiresAtMs;
    return request.principal;
  }

  /** The session id and expiry of the header's token; null for an invalid one. */
  #verify(header: string): VerifiedToken | null {
    const known = this.#verified.get(header);
    if (known !== undefined && Date.now() <= known.expiresAtMs) return known;
    if (!/^bearer /i.test(header)) return null;
    try {
      const { sid, exp } = tokenPayload.parse(this.#app.jwt.verify(header.slice(7).trim()));
      const verified = { sid, expiresAtMs: exp * 1_000 };
      if (header.length <= maxCachedHeaderLength) this.#verified.set(header, verified);
      return verified;
    } catch {
      return null;
    }
  }
}

/** The member who sent the request; only in routes behind `requireMember`. */
export function getMember(request: FastifyRequest): MemberPrincipal {
  if (request.principal?.kind !== 'member') throw unauthenticated();
  return request.principal;
}

/** The member of staff who sent the request; only in routes behind `requireStaff`. */
export function getStaff(request: FastifyRequest): StaffPrincipal {
  if (request.principal?.kind !== 'staff') throw unauthenticated();
  return request.principal;
}

export async function registerAuthentication(
  app: FastifyInstance,
  {
    secret,
    sessions,
    clientHash,
  }: { secret: string; sessions: Sessions; clientHash: (network: string) => string },
): Promise<Authentication> {
  const { typ, iss, aud } = tokenKind;
  await app.register(fastifyJwt, {
    secret,
    sign: {
      algorithm: 'HS256',
      // Unless the session it is for lasts longer or shorter.
      expiresIn: '24h',
      header: { alg: 'HS256', typ },
      iss,
      aud,
    },
    verify: {
      algorithms: ['HS256'],
      checkTyp: typ,
      allowedIss: iss,
      allowedAud: aud,
      requiredClaims: ['iss', 'aud'],
    },
  });
  app.decorateRequest('principal', null);
  app.decorateRequest('sessionId', null);
  app.decorateRequest('tokenExpiresAtMs', 0);
  return new Authentication(app, sessions, clientHash);
}
