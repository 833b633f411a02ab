import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { MemberKey } from '../crypto/member-keys.ts';
import { createSealer } from '../crypto/sealer.ts';
import { createCodec } from './codec.ts';
import { UnknownEvent } from './registry.ts';
import type { CommandContext } from './types.ts';

type TestEvent =
  | { type: 'Hired'; data: { staffId: string; personal: { name: string } } }
  | { type: 'Counted'; data: { by: number } }
  | {
      type: 'Named';
      data: { memberId: string; at: string; personal: { name: string } | { forgotten: true } };
    };

const keys = new Map<string, MemberKey>([
  ['m1', { key: randomBytes(32) }],
  ['erased', { destroyed: true }],
]);
const sealer = createSealer({ find: async () => keys });
const codec = createCodec<TestEvent>(
  {
    Counted: { version: 2, upcasters: { 1: ({ n }) => ({ by: n }) } },
    Named: { version: 1, personal: true },
    Hired: { version: 1, personal: true, owner: 'staffId' },
  },
  sealer,
);
const context: CommandContext = {
  now: new Date(0),
  commandId: 'c1',
  actor: { kind: 'member', id: 'm1' },
  requestId: 'r1',
};

function recorded(
  type: string,
  data: object,
  metadata: object = { commandId: 'c1', actor: context.actor, v: 1 },
) {
  return {
    streamId: 'thing-1',
    id: '00000000-0000-5000-8000-000000000000',
    revision: 4n,
    type,
    data,
    metadata,
    isJson: true as const,
    created: new Date(0),
    position: { commit: 77n, prepare: 77n },
  };
}

describe('encode', () => {
  test('stores the actor, the command and the version in the metadata', async () => {
    const events = await codec.encode('thing-1', [{ type: 'Counted', data: { by: 1 } }], context);
    expect(events).toMatchObject([{ id: expect.stringMatching(/-5/), type: 'Counted', isJson: true }]);
    expect(JSON.parse(String(events[0]?.data))).toEqual({ by: 1 });
    expect(JSON.parse(String(events[0]?.metadata))).toEqual({
      commandId: 'c1',
      actor: { kind: 'member', id: 'm1' },
      requestId: 'r1',
      v: 2,
    });
    expect(events).toHaveLength(1);
  });

  test('encrypts personal data and nothing else', async () => {
    const event: TestEvent = { type: 'Named', data: { memberId: 'm1', at: 't', personal: { name: 'Ada' } } };
    const events = await codec.encode('member-m1', [event], context);
    expect(String(events[0]?.data)).not.toContain('Ada');
    expect(JSON.parse(String(events[0]?.data))).toEqual({
      memberId: 'm1',
      at: 't',
      personal: expect.stringMatching(/^v1\./),
    });
  });

  test('rejects invalid stream names, empty appends and personal data that is not there to encrypt', async () => {
    const event: TestEvent = { type: 'Counted', data: { by: 1 } };
    const forgotten: TestEvent = {
      type: 'Named',
      data: { memberId: 'm1', at: 't', personal: { forgotten: true } },
    };
    const erased: TestEvent = {
      type: 'Named',
      data: { memberId: 'erased', at: 't', personal: { name: 'Ada' } },
    };
    await expect(codec.encode('', [event], context)).rejects.toThrow(TypeError);
    await expect(codec.encode('$all', [event], context)).rejects.toThrow(TypeError);
    await expect(codec.encode('thing-1', [], context)).rejects.toThrow(TypeError);
    await expect(codec.encode('thing-1', [event], { ...context, commandId: '' })).rejects.toThrow(TypeError);
    await expect(codec.encode('member-m1', [forgotten], context)).rejects.toThrow(TypeError);
    await expect(codec.encode('member-erased', [erased], context)).rejects.toThrow(/destroyed/);
  });
});

describe('decode', () => {
  test('encrypts personal data with the key of the person named by `owner`', async () => {
    const hired: TestEvent = { type: 'Hired', data: { staffId: 'm1', personal: { name: 'Ada' } } };
    const events = await codec.encode('thing-1', [hired], context);
    expect(JSON.parse(String(events[0]?.data))).toEqual({
      staffId: 'm1',
      personal: expect.stringMatching(/^v1\./),
    });
    const [back] = await codec.decode([recorded('Hired', JSON.parse(String(events[0]?.data)))]);
    expect(back?.data).toEqual(hired.data);
    await expect(codec.decode([recorded('Hired', { memberId: 'm1', personal: 'v1.x' })])).rejects.toThrow(
      'no staffId',
    );
  });

  test('upcasts old versions, decrypts personal data, keeps the order and leaves out system events', async () => {
    const event: TestEvent = { type: 'Named', data: { memberId: 'm1', at: 't', personal: { name: 'Ada' } } };
    const events = await codec.encode('member-m1', [event], context);
    const sealed = JSON.parse(String(events[0]?.data));
    const decoded = await codec.decode([
      recorded('Counted', { n: 3 }),
      recorded('$metadata', {}),
      { ...recorded('Whatever', {}), streamId: '$$thing-1' },
      recorded('Named', sealed),
      recorded('Named', { ...sealed, memberId: 'erased' }),
      recorded('Counted', { by: 4 }, { commandId: 'c2', actor: context.actor, v: 2 }),
    ]);
    expect(decoded.map(({ data }) => data)).toEqual([
      { by: 3 },
      { memberId: 'm1', at: 't', personal: { name: 'Ada' } },
      { memberId: 'erased', at: 't', personal: { forgotten: true } },
      { by: 4 },
    ]);
    expect(decoded.map(({ sealed: text }) => text)).toEqual([
      undefined,
      sealed.personal,
      sealed.personal,
      undefined,
    ]);
    expect(decoded[0]).toEqual({
      type: 'Counted',
      data: { by: 3 },
      id: '00000000-0000-5000-8000-000000000000',
      stream: 'thing-1',
      revision: 4n,
      position: 77n,
      metadata: { commandId: 'c1', actor: { kind: 'member', id: 'm1' } },
    });
  });

  test.each([
    ['an unknown type', recorded('Surprise', {})],
    ['a version that is too new', recorded('Counted', {}, { commandId: 'c', actor: {}, v: 3 })],
    ['no metadata', { ...recorded('Counted', {}), metadata: undefined }],
    ['data that is not an object', recorded('Counted', [])],
    ['personal data in clear', recorded('Named', { memberId: 'm1', personal: { name: 'Ada' } })],
    ['personal data without an owner', recorded('Named', { personal: 'v1.x' })],
  ])('throws on %s', async (_, event) => {
    await expect(codec.decode([event])).rejects.toThrow(UnknownEvent);
  });

  test("throws when one member's encrypted data is moved to another member", async () => {
    keys.set('m2', { key: randomBytes(32) });
    const event: TestEvent = { type: 'Named', data: { memberId: 'm1', at: 't', personal: { name: 'Ada' } } };
    const events = await codec.encode('member-m1', [event], context);
    const moved = recorded('Named', { ...JSON.parse(String(events[0]?.data)), memberId: 'm2' });
    await expect(codec.decode([moved])).rejects.toThrow();
  });
});
