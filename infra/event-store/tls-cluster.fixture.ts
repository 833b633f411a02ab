import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import http2 from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { findFreePort } from '#embedded/postgres/find-free-port.ts';
import { listen } from './listen.fixture.ts';

const [FOLLOWER, LEADER] = [4, 8] as const;

/** One embedded node behind TLS as the leader of a cluster with a follower and a member that is down. */
export interface TlsCluster {
  /** As in .env.example: several hosts, a user, TLS with a private certificate authority. */
  readonly url: string;
  readonly caFile: string;
  /** The `authorization` header of every Streams call to the leader. */
  readonly authorizations: readonly (string | undefined)[];
  stop(): Promise<void>;
}

/** Makes a CA and a certificate of it for localhost. */
export function makeCertificate(directory: string): { caFile: string; key: Buffer; cert: Buffer } {
  const path = (name: string) => join(directory, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: directory, stdio: 'pipe' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    'ca.key',
    '-out',
    'ca.crt',
    '-days',
    '2',
    '-subj',
    '/CN=Test CA',
  );
  openssl('req', ...newKey, '-keyout', 'node.key', '-out', 'node.csr', '-subj', '/CN=eventstoredb-node');
  writeFileSync(path('names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1');
  openssl(
    ...['x509', '-req', '-in', 'node.csr', '-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial'],
    ...['-out', 'node.crt', '-days', '2', '-extfile', 'names'],
  );
  return {
    caFile: path('ca.crt'),
    key: readFileSync(path('node.key')),
    cert: readFileSync(path('node.crt')),
  };
}

/** Forwards calls, including trailers, to a node without TLS. */
function createTlsProxy(
  node: string,
  certificate: { key: Buffer; cert: Buffer },
  authorizations: (string | undefined)[],
): { server: http2.Http2SecureServer; close(): void } {
  const plain = http2.connect(node);
  plain.on('error', () => {});
  const server = http2.createSecureServer({ ...certificate, allowHTTP1: false });
  const sessions = new Set<http2.ServerHttp2Session>();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('error', () => {});
    session.on('close', () => sessions.delete(session));
  });
  server.on('stream', (stream, headers) => {
    if (headers[':path']?.includes('streams.Streams')) authorizations.push(headers.authorization);
    const { ':authority': _authority, ':scheme': _scheme, ...passed } = headers;
    const call = plain.request(passed);
    let trailers: http2.IncomingHttpHeaders = {};
    call.on('response', (answer, flags) => {
      const isOver = (flags & http2.constants.NGHTTP2_FLAG_END_STREAM) !== 0;
      if (stream.destroyed) return;
      stream.respond(answer, isOver ? { endStream: true } : { waitForTrailers: true });
      if (!isOver) call.pipe(stream);
    });
    call.on('trailers', (sent) => {
      trailers = sent;
    });
    stream.on('wantTrailers', () => stream.sendTrailers(trailers));
    stream.on('error', () => call.close());
    stream.on('close', () => call.close());
    call.on('error', () => stream.close());
    stream.pipe(call);
  });
  return {
    server,
    close() {
      server.close();
      for (const session of sessions) session.destroy();
      plain.destroy();
    },
  };
}

function createMember(port: number, state: typeof FOLLOWER | typeof LEADER, isAlive: boolean) {
  const info = new gossip.MemberInfo();
  const id = new shared.UUID();
  id.setString(`00000000-0000-4000-8000-${String(port).padStart(12, '0')}`);
  const endPoint = new gossip.EndPoint();
  endPoint.setAddress('localhost');
  endPoint.setPort(port);
  info.setInstanceId(id);
  info.setState(state);
  info.setIsAlive(isAlive);
  info.setHttpEndPoint(endPoint);
  return info;
}

/** Whether openssl, which makes the certificates, is installed. */
export function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Starts the cluster in front of a node without TLS on 127.0.0.1. */
export async function startTlsCluster(nodePort: number, user: string): Promise<TlsCluster> {
  const directory = mkdtempSync(join(tmpdir(), 'tls-cluster-'));
  const { caFile, key, cert } = makeCertificate(directory);
  const authorizations: (string | undefined)[] = [];
  const front = createTlsProxy(`http://127.0.0.1:${nodePort}`, { key, cert }, authorizations);
  front.server.listen(0, '127.0.0.1');
  await once(front.server, 'listening');
  const leaderPort = requirePort(front.server.address());
  const deadPort = await findFreePort();
  const follower = new Server();
  const info = new gossip.ClusterInfo();
  follower.addService(gossipGrpc.GossipService, {
    read: (_call: unknown, answer: (error: null, info: InstanceType<typeof gossip.ClusterInfo>) => void) =>
      answer(null, info),
  });
  const followerPort = await listen(
    follower,
    ServerCredentials.createSsl(null, [{ private_key: key, cert_chain: cert }]),
  );
  info.setMembersList([
    createMember(deadPort, LEADER, false),
    createMember(followerPort, FOLLOWER, true),
    createMember(leaderPort, LEADER, true),
  ]);
  const hosts = `localhost:${deadPort},localhost:${followerPort}`;
  return {
    url: `esdb+discover://${user}@${hosts}?tls=true&tlsCAFile=${caFile}`,
    caFile,
    authorizations,
    async stop() {
      front.close();
      follower.forceShutdown();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function requirePort(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}
