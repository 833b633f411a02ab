import { createHash, timingSafeEqual } from 'node:crypto';
import type { Call } from '../grpc/call.ts';
import type { CallHandler } from '../grpc/listen.ts';
import { GrpcError, Status } from '../grpc/status.ts';
import type { EventLog } from '../log/event-log.ts';
import type { LogWriter } from '../log/log-writer.ts';
import { handleAppend } from './append.ts';
import { BatchAppendCall } from './batch-append.ts';
import { handleDelete } from './delete.ts';
import { encodeGossip, encodeSupportedMethods, type ListedMethod, type NodeIdentity } from './discovery.ts';
import { handleRead } from './read.ts';

const PACKAGE = 'event_store.client.';
const GOSSIP = `${PACKAGE}gossip.Gossip`;
const FEATURES = `${PACKAGE}server_features.ServerFeatures`;
const STREAMS = `${PACKAGE}streams.Streams`;

interface Method extends ListedMethod {
  readonly handle: (call: Call) => void;
  /** Served without a credential, because the client sends its connection name with all calls but these. */
  readonly isPublic?: true;
}

/** Passes each call to its method. With a credential, only clients that send it are served. */
export function createCallRouter(
  log: EventLog,
  writer: LogWriter,
  identity: () => NodeIdentity,
  credential: string | undefined,
): CallHandler {
  const methods: readonly Method[] = [
    {
      service: STREAMS,
      method: 'Read',
      features: ['position', 'events'],
      handle: (call) => handleRead(call, log),
    },
    { service: STREAMS, method: 'Append', handle: (call) => handleAppend(call, writer) },
    { service: STREAMS, method: 'Delete', handle: (call) => handleDelete(call, writer, 'delete') },
    { service: STREAMS, method: 'Tombstone', handle: (call) => handleDelete(call, writer, 'tombstone') },
    {
      service: STREAMS,
      method: 'BatchAppend',
      features: ['deadline_duration'],
      handle: (call) => void new BatchAppendCall(call, writer),
    },
    {
      service: GOSSIP,
      method: 'Read',
      isPublic: true,
      handle: (call) => answerOnce(call, () => encodeGossip(identity())),
    },
    {
      service: FEATURES,
      method: 'GetSupportedMethods',
      isPublic: true,
      handle: (call) => answerOnce(call, () => encodeSupportedMethods(methods)),
    },
  ];
  const byPath = new Map(methods.map((each) => [`/${each.service}/${each.method}`, each]));
  const isAllowed = createCredentialCheck(credential);
  return (path, call) => {
    const method = byPath.get(path);
    if (!method?.isPublic && !isAllowed(call.headers['connection-name'])) {
      call.fail(new GrpcError(Status.unauthenticated, 'A valid credential is needed.'));
    } else if (method) {
      method.handle(call);
    } else if (path.startsWith(`/${PACKAGE}`)) {
      call.fail(new GrpcError(Status.unimplemented, 'Method is unimplemented.'));
    } else {
      call.rejectWithHttpStatus(404);
    }
  };
}

function answerOnce(call: Call, encode: () => Buffer): void {
  call.receiveOne(() => {
    call.write(encode());
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
