import fastifyJwt from '@fastify/jwt';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { LruCache } from '#infra/cache/lru-cache.ts';
import type { StaffRole } from '#services/contract/staff.ts';
import { forbidden, unauthenticated } from '../http-error.ts';
import type { MemberPrincipal, Principal, SessionOwner, Sessions, StaffPrincipal } from '../sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sent the request, once `requireMember` or `requireStaff` let it through. */
    principal: Principal | null;
    sessionId: string | null;
  }
}

/** Carries an admin's token to pages that are opened rather than fetched. */
export const staffCookie = 'staff_jobs';

const tokenPayload = z.object({ sid: z.uuid(), exp: z.number() });

const tokensKept = 20_000;
/** Headers of ours have some 230; one that was padded is checked anew each time, so that what is kept stays small. */
const longestHeaderKept = 512;

/** Signs and checks bearer tokens; a token is only as good as its row in `sessions`. */
export class Authentication {
  readonly #app: FastifyInstance;
  readonly #sessions: Sessions;
  /**
   * Headers whose tokens were found right, until these expire; whether the session still lives is asked each time. Looked up by
   * the whole text, and not in constant time: where it is looked for depends on a hash of all of it, so that time tells
   * nothing of a token to who does not guess its 256 bits of signature whole. Wrong ones are not kept: nobody fills this with them.
   */
  readonly #right = new LruCache<string, { readonly sid: string; readonly lastMs: number }>(tokensKept);

  constructor(app: FastifyInstance, sessions: Sessions) {
    this.#app = app;
    this.#sessions = sessions;
  }

  /** Opens a session and gives the token the browser keeps. */
  async signIn(owner: Principal): Promise<string> {
    const sid = await this.#sessions.open(owner);
    return this.#app.jwt.sign({ sid });
  }

  /**
   * The same, unless what entitled to it no longer holds once the session is there: sessions may have been ended for it
   * in between, which this one must not outlive.
   */
  async signInWhile(owner: Principal, stillHolds: () => Promise<boolean>): Promise<string | null> {
    const sid = await this.#sessions.open(owner);
    if (await stillHolds()) return this.#app.jwt.sign({ sid });
    await this.#sessions.end(sid);
    return null;
  }

  /** Ends all sessions of a person, wherever they are; `but` leaves that of one request. */
  async signOutEverywhere(owner: SessionOwner, { but }: { but?: FastifyRequest } = {}): Promise<void> {
    await this.#sessions.endAllOf(owner, but?.sessionId ?? null);
  }

  /**
   * Has a change take a person's sessions with it: what was open until now ends before it, so that a process that dies after
   * the change leaves none of them, and what was opened meanwhile ends once `change` says that it is shown.
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

  async signOut(request: FastifyRequest): Promise<void> {
    if (request.sessionId) await this.#sessions.end(request.sessionId);
  }

  /** A hook for members' routes: 401 without a live session, 403 with one of the staff's. */
  readonly requireMember = async (request: FastifyRequest): Promise<void> => {
    const principal = await this.#identify(request);
    if (!principal) throw unauthenticated();
    if (principal.kind !== 'member') throw forbidden();
  };

  /** A hook for staff routes: 401 without a live session, 403 for members and other roles. Admin may do all. */
  readonly requireStaff =
    (...roles: StaffRole[]) =>
    async (request: FastifyRequest): Promise<void> => {
      const principal = await this.#identify(request);
      if (!principal) throw unauthenticated();
      if (principal.kind !== 'staff' || (principal.role !== 'admin' && !roles.includes(principal.role))) {
        throw forbidden();
      }
    };

  /** A hook for routes that anyone may call and that show more to those who are known. */
  readonly identifyIfPossible = async (request: FastifyRequest): Promise<void> => {
    await this.#identify(request);
  };

  async #identify(request: FastifyRequest): Promise<Principal | null> {
    const header = request.headers.authorization;
    const sid = header === undefined ? null : this.#sessionOf(header);
    if (sid === null) return null;
    // Commands do not wait for looks.
    request.principal = await this.#sessions.find(sid, request.method === 'GET' ? 'together' : 'at once');
    request.sessionId = sid;
    return request.principal;
  }

  /** The session that a right token in this header is for. */
  #sessionOf(header: string): string | null {
    const known = this.#right.get(header);
    if (known !== undefined && Date.now() <= known.lastMs) return known.sid;
    if (!/^bearer /i.test(header)) return null;
    try {
      const { sid, exp } = tokenPayload.parse(this.#app.jwt.verify(header.slice(7).trim()));
      if (header.length <= longestHeaderKept) this.#right.set(header, { sid, lastMs: exp * 1_000 });
      return sid;
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

/** The one of the staff who sent the request; only in routes behind `requireStaff`. */
export function getStaff(request: FastifyRequest): StaffPrincipal {
  if (request.principal?.kind !== 'staff') throw unauthenticated();
  return request.principal;
}

export async function registerAuthentication(
  app: FastifyInstance,
  secret: string,
  sessions: Sessions,
): Promise<Authentication> {
  await app.register(fastifyJwt, { secret, sign: { expiresIn: '24h' } });
  app.decorateRequest('principal', null);
  app.decorateRequest('sessionId', null);
  return new Authentication(app, sessions);
}
