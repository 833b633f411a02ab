import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { PlannedPerson } from '#domain/import/plan.ts';
import type { MemberKeys } from '#infra/crypto/member-keys.ts';
import { createSealer } from '#infra/crypto/sealer.ts';

/** The number that is sealed or opened before the process does other work. */
const PEOPLE_PER_PART = 2_000;
const SEPARATOR = '\n';

const plannedLines = z.object({
  people: z.array(
    z.object({
      email: z.string(),
      member: z
        .object({ row: z.number(), name: z.string(), phone: z.string(), newsletter: z.boolean() })
        .nullable(),
      lots: z.array(
        z.object({
          file: z.enum(['passes', 'memberships']),
          row: z.number(),
          passId: z.number().nullable(),
          passName: z.string(),
          passes: z.number(),
          classes: z.number(),
          pricePence: z.number(),
          begins: z.string().nullable(),
          expires: z.string(),
        }),
      ),
    }),
  ),
});

type Keys = Pick<MemberKeys, 'find'>;

/** Encrypts the people of an import with its key. */
export async function sealLines(
  keys: Keys,
  keyId: string,
  people: readonly PlannedPerson[],
): Promise<string> {
  const sealer = createSealer(keys);
  const parts: string[] = [];
  for (let start = 0; start === 0 || start < people.length; start += PEOPLE_PER_PART) {
    parts.push(await sealer.seal(keyId, { people: people.slice(start, start + PEOPLE_PER_PART) }));
    await setImmediate();
  }
  return parts.join(SEPARATOR);
}

/** Decrypts what `sealLines` returned. */
export async function openLines(
  keys: Keys,
  { keyId, sealed }: { readonly keyId: string; readonly sealed: string },
): Promise<PlannedPerson[]> {
  const sealer = createSealer(keys);
  const people: PlannedPerson[] = [];
  for (const part of sealed.split(SEPARATOR)) {
    for (const person of plannedLines.parse(await sealer.open(keyId, part)).people) people.push(person);
    await setImmediate();
  }
  return people;
}
