import { writeStructuredUuid } from '../proto/shared-fields.ts';
import { WireWriter } from '../proto/wire-writer.ts';

/**
 * The version of EventStoreDB that this node behaves like. The part after the plus sign marks that it is not one, and
 * lacks the methods that it does not list.
 */
export const SERVER_VERSION = '23.10.6+tideline';
const LEADER = 8;

/** A method that this node serves. */
export interface ListedMethod {
  readonly service: string;
  readonly method: string;
  readonly features?: readonly string[];
}

const writer = new WireWriter();

/** Encodes the list of methods in lower case, as a real server does. */
export function encodeSupportedMethods(methods: readonly ListedMethod[]): Buffer {
  writer.begin();
  for (const { service, method, features = [] } of methods) {
    const entry = writer.open(1);
    writer.text(1, method.toLowerCase()).text(2, service.toLowerCase());
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
