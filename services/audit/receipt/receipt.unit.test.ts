import { describe, expect, it } from 'vitest';
import { createAuditSigner } from '#infra/crypto/audit-signature.ts';
import { canonicalJson } from '../bundle/canonical-json.ts';
import { readRulebook } from '../history/rule-tracker.ts';
import { type Press, ReplayedStudio } from '../what-if/replayed-studio.fixture.ts';
import { createReceipt } from './create-receipt.ts';
import type { Receipt } from './receipt.ts';
import { verifyReceipt } from './verify-receipt.ts';

const signer = createAuditSigner(Buffer.alloc(32, 7));
const day = 24 * 60;
const press = (minute: number, memberId: Press['memberId'], what: Press['what']): Press => ({
  minute,
  memberId,
  classId: 1,
  what,
});

/** Bea, Cid and Dot wait for Ann's place; it comes free late, Bea lets the offer lapse and Cid takes the spot. */
const waitlistEvents = [
  press(0, 'ann', 'book'),
  press(1, 'bea', 'join'),
  press(2, 'cid', 'join'),
  press(3, 'dot', 'join'),
  press(2 * day, 'ann', 'cancel'),
  press(2 * day + 40, 'cid', 'book'),
];

async function issue(presses: readonly Press[], memberId: string): Promise<Receipt | null> {
  const week = new ReplayedStudio();
  await week.open({});
  for (const each of presses) await week.press(each);
  await week.finish();
  const eventStore = week.studio.log.connect();
  const { events: records } = await eventStore.readStream('class-1');
  const about = { studio: 'Tideline', memberId, issuedAt: new Date('2026-05-17T12:00:00.000Z') };
  return createReceipt(about, { records, rulebook: await readRulebook(eventStore) }, signer);
}

describe('a receipt of a waiting list', () => {
  it('lists every spot that came free, whose it became by what rule, and the own place, without a name', async () => {
    const receipt = await issue(waitlistEvents, 'dot');
    const moments = receipt?.content.moments.map(({ what, place, mine, yourPlace, rule }) =>
      [what, mine ? 'me' : place, yourPlace, rule?.version ?? null].join(' '),
    );
    expect(moments).toEqual([
      'joined me 3 ',
      'freed  3 1',
      'offered 1 3 1',
      'lapsed 1 3 1',
      'offered 2 3 1',
      'taken 2 3 1',
      'left 2 2 ',
    ]);
    expect(receipt?.content.moments.at(2)?.rule?.text).toContain('30 minutes');
    const text = JSON.stringify(receipt);
    for (const name of ['ann', 'bea', 'cid', 'dot', 'lot-']) expect(text).not.toContain(`"${name}`);
    expect(verifyReceipt(text)?.problems).toEqual([]);
  });

  it('is issued to those who waited only, also once they have left', async () => {
    expect(await issue(waitlistEvents, 'ann')).toBeNull();
    expect(
      (await issue([...waitlistEvents, press(2 * day + 50, 'dot', 'leave')], 'dot'))?.content.moments.at(-1),
    ).toMatchObject({
      what: 'left',
      mine: true,
      yourPlace: null,
    });
  });

  it('does not hold after a change of any one byte', async () => {
    const text = JSON.stringify(await issue(waitlistEvents, 'dot'));
    const held: string[] = [];
    for (let index = 0; index < text.length; index += 1) {
      const other = text[index] === '1' ? '2' : '1';
      const altered = text.slice(0, index) + other + text.slice(index + 1);
      const verdict = verifyReceipt(altered);
      if (verdict !== null && verdict.problems.length === 0) held.push(text.slice(index - 20, index + 20));
    }
    expect(held).toEqual([]);
  });

  it('is caught when the studio itself signs a line that does not add up', async () => {
    const receipt = await issue(waitlistEvents, 'dot');
    if (receipt === null) throw new Error('No receipt');
    const forge = (change: (moments: Receipt['content']['moments']) => Receipt['content']['moments']) => {
      const content = { ...receipt.content, moments: change(receipt.content.moments) };
      const signature = { ...receipt.signature, value: signer.sign(canonicalJson(content)) };
      return verifyReceipt(JSON.stringify({ content, signature }))?.problems;
    };
    expect(forge((moments) => moments)).toEqual([]);
    expect(forge((moments) => moments.filter(({ what }) => what !== 'lapsed'))).not.toEqual([]);
    expect(forge((moments) => moments.toReversed())).not.toEqual([]);
    expect(
      forge((moments) => moments.map((each) => (each.what === 'left' ? { ...each, yourPlace: 3 } : each))),
    ).toEqual([expect.stringContaining('your place')]);
  });
});
