import { randomUUID } from 'node:crypto';
import { createPool } from '#infra/postgres/create-pool.ts';
import { createCrudService, crudSchema } from '../crud/crud-service.ts';
import { answerParent } from './child.ts';
import type { Prepared } from './studio-server.ts';

/** The plain service that the product is measured against, on the same Postgres. */
const pool = createPool(process.env['CRUD_DATABASE'] ?? '', { max: 20 });
await pool.query(crudSchema);
const app = await createCrudService(pool, 'bench-secret-of-at-least-32-characters');
const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
let classes = 0;

answerParent<{ kind: 'prepare'; classes: number; members: number; passes: number }>(
  async ({ classes: wanted, members, passes }): Promise<Prepared> => {
    const classIds = Array.from({ length: wanted }, (_, index) => classes + index + 1);
    classes += wanted;
    await pool.query(
      `INSERT INTO crud.classes (id, starts_at, capacity) SELECT id, now() + interval '3 days', 7 FROM unnest($1::int[]) AS id`,
      [classIds],
    );
    const people = Array.from({ length: members }, () => ({ sid: randomUUID(), memberId: randomUUID() }));
    const sids = people.map(({ sid }) => sid);
    const memberIds = people.map(({ memberId }) => memberId);
    await pool.query(
      `INSERT INTO crud.sessions SELECT sid, member, now() + interval '1 day' FROM unnest($1::text[], $2::text[]) AS t (sid, member)`,
      [sids, memberIds],
    );
    await pool.query(
      `INSERT INTO crud.lots (id, member_id, remaining, expires_at)
       SELECT 'lot-' || member, member, $2, now() + interval '60 days' FROM unnest($1::text[]) AS member`,
      [memberIds, passes],
    );
    return { port, classIds, tokens: sids.map((sid) => app.jwt.sign({ sid })) };
  },
  async () => {
    await app.close();
    await pool.end();
  },
);
