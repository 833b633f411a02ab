import { createHash, timingSafeEqual } from 'node:crypto';
import type { Call } from '../grpc/call.ts';
import type { CallHandler } from '../grpc/listen.ts';
import { GrpcError, Status } from '../grpc/status.ts';
import type { EventLog } from '../log/event-log.ts';
import type { LogWriter } from '../log/log-writer.ts';
import { appendCall } from './append.ts';
import { BatchAppendCall } from './batch-append.ts';
import { deleteCall } from './delete.ts';
import { gossipFrame, type NodeIdentity, supportedMethodsFrame } from './discovery.ts';
import { readCall } from './read.ts';

const PACKAGE = '/event_store.client.';
const GOSSIP = `${PACKAGE}gossip.Gossip/Read`;
const FEATURES = `${PACKAGE}server_features.ServerFeatures/GetSupportedMethods`;
const STREAMS = `${PACKAGE}streams.Streams/`;

/** Which method answers which call, and who may call it: with a credential, only those that bring it. */
export function routeCalls(
  log: EventLog,
  writer: LogWriter,
  identity: () => NodeIdentity,
  credential: string | undefined,
): CallHandler {
  const methods = new Map<string, (call: Call) => void>([
    [`${STREAMS}Read`, (call) => readCall(call, log)],
    [`${STREAMS}Append`, (call) => appendCall(call, writer)],
    [`${STREAMS}BatchAppend`, (call) => void new BatchAppendCall(call, writer)],
    [`${STREAMS}Delete`, (call) => deleteCall(call, writer, 'delete')],
    [`${STREAMS}Tombstone`, (call) => deleteCall(call, writer, 'tombstone')],
    [GOSSIP, (call) => answerOnce(call, gossipFrame(identity()))],
    [FEATURES, (call) => answerOnce(call, supportedMethodsFrame())],
  ]);
  const isAllowed = credentialCheck(credential);
  return (path, call) => {
    const method = methods.get(path);
    // The client sends its connection name with all calls but these two.
    const open = path === GOSSIP || path === FEATURES;
    if (!open && !isAllowed(call.headers['connection-name'])) {
      call.fail(new GrpcError(Status.unauthenticated, 'A valid credential is needed.'));
    } else if (method) {
      method(call);
    } else if (path.startsWith(PACKAGE)) {
      call.fail(new GrpcError(Status.unimplemented, 'Method is unimplemented.'));
    } else {
      call.notFound();
    }
  };
}

function answerOnce(call: Call, frame: Buffer): void {
  call.receiveOne(() => {
    call.write(frame);
    call.end();
  });
}

function credentialCheck(credential: string | undefined): (given: unknown) => boolean {
  if (credential === undefined) return () => true;
  const wanted = digest(credential);
  return (given) => typeof given === 'string' && timingSafeEqual(digest(given), wanted);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
