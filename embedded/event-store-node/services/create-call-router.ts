import { createHash, timingSafeEqual } from 'node:crypto';
import type { Call } from '../grpc/call.ts';
import type { CallHandler } from '../grpc/listen.ts';
import { GrpcError, Status } from '../grpc/status.ts';
import type { EventLog } from '../log/event-log.ts';
import type { LogWriter } from '../log/log-writer.ts';
import { handleAppend } from './append.ts';
import { BatchAppendCall } from './batch-append.ts';
import { handleDelete } from './delete.ts';
import { encodeGossip, encodeSupportedMethods, type NodeIdentity } from './discovery.ts';
import { handleRead } from './read.ts';

const PACKAGE = '/event_store.client.';
const GOSSIP = `${PACKAGE}gossip.Gossip/Read`;
const FEATURES = `${PACKAGE}server_features.ServerFeatures/GetSupportedMethods`;
const STREAMS = `${PACKAGE}streams.Streams/`;

/** Passes each call to its method. With a credential, only clients that send it are served. */
export function createCallRouter(
  log: EventLog,
  writer: LogWriter,
  identity: () => NodeIdentity,
  credential: string | undefined,
): CallHandler {
  const methods = new Map<string, (call: Call) => void>([
    [`${STREAMS}Read`, (call) => handleRead(call, log)],
    [`${STREAMS}Append`, (call) => handleAppend(call, writer)],
    [`${STREAMS}BatchAppend`, (call) => void new BatchAppendCall(call, writer)],
    [`${STREAMS}Delete`, (call) => handleDelete(call, writer, 'delete')],
    [`${STREAMS}Tombstone`, (call) => handleDelete(call, writer, 'tombstone')],
    [GOSSIP, (call) => answerOnce(call, encodeGossip(identity()))],
    [FEATURES, (call) => answerOnce(call, encodeSupportedMethods())],
  ]);
  const isAllowed = createCredentialCheck(credential);
  return (path, call) => {
    const method = methods.get(path);
    // The client sends its connection name with all calls but these two.
    const isPublic = path === GOSSIP || path === FEATURES;
    if (!isPublic && !isAllowed(call.headers['connection-name'])) {
      call.fail(new GrpcError(Status.unauthenticated, 'A valid credential is needed.'));
    } else if (method) {
      method(call);
    } else if (path.startsWith(PACKAGE)) {
      call.fail(new GrpcError(Status.unimplemented, 'Method is unimplemented.'));
    } else {
      call.rejectUnknownService();
    }
  };
}

function answerOnce(call: Call, frame: Buffer): void {
  call.receiveOne(() => {
    call.write(frame);
    call.end();
  });
}

function createCredentialCheck(credential: string | undefined): (sent: unknown) => boolean {
  if (credential === undefined) return () => true;
  const expected = digest(credential);
  return (sent) => typeof sent === 'string' && timingSafeEqual(digest(sent), expected);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
