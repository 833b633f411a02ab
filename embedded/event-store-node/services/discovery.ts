import { writeStructuredUuid } from '../proto/shared-fields.ts';
import { WireWriter } from '../proto/wire-writer.ts';

/** The version of EventStoreDB that this node behaves like. */
export const SERVER_VERSION = '23.10.6';
const LEADER = 8;

const STREAMS = 'event_store.client.streams.streams';
const METHODS: readonly { service: string; method: string; features: readonly string[] }[] = [
  { service: STREAMS, method: 'read', features: ['position', 'events'] },
  { service: STREAMS, method: 'append', features: [] },
  { service: STREAMS, method: 'delete', features: [] },
  { service: STREAMS, method: 'tombstone', features: [] },
  { service: STREAMS, method: 'batchappend', features: ['deadline_duration'] },
  { service: 'event_store.client.gossip.gossip', method: 'read', features: [] },
  {
    service: 'event_store.client.server_features.serverfeatures',
    method: 'getsupportedmethods',
    features: [],
  },
];

const writer = new WireWriter();

/** Encodes the list of methods that this node has; others end with UNIMPLEMENTED. */
export function encodeSupportedMethods(): Buffer {
  writer.begin();
  for (const { service, method, features } of METHODS) {
    const entry = writer.open(1);
    writer.text(1, method).text(2, service);
    for (const feature of features) writer.text(3, feature);
    writer.close(entry);
  }
  return writer.text(2, SERVER_VERSION).frame();
}

export interface NodeIdentity {
  readonly instanceId: string;
  readonly host: string;
  readonly port: number;
}

/** Encodes the gossip of a cluster of one node: this node is alive and the leader. */
export function encodeGossip({ instanceId, host, port }: NodeIdentity): Buffer {
  writer.begin();
  const member = writer.open(1);
  const id = writer.open(1);
  writeStructuredUuid(writer, instanceId);
  writer.close(id);
  writer
    .uint64(2, BigInt(Date.now()) * 10_000n)
    .uint(3, LEADER)
    .uint(4, 1);
  const endPoint = writer.open(5);
  writer.text(1, host).uint(2, port);
  writer.close(endPoint).close(member);
  return writer.frame();
}
