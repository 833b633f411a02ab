import { readFileSync } from 'node:fs';
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import type { MemberInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { type ChannelCredentials, credentials, Metadata } from '@grpc/grpc-js';

/** A parsed connection string, for calls without db-client. */
export interface ServerAddress {
  readonly hosts: readonly { host: string; port: number }[];
  /** The certificate authority; null without TLS, undefined for the system's own. */
  readonly ca: Buffer | null | undefined;
  readonly user: { readonly username: string; readonly password: string } | undefined;
  /** Whether the leader is discovered by gossip. */
  readonly discover: boolean;
}

const SHAPE =
  /^esdb(?<discover>\+discover)?:\/\/(?:(?<user>[^@/]*)@)?(?<hosts>[^/?]+)\/?(?:\?(?<query>.*))?$/;
const LEADER = 8;

export function parseServerAddress(url: string): ServerAddress {
  const { discover, user, hosts = '', query = '' } = SHAPE.exec(url.trim())?.groups ?? {};
  const options = new Map([...new URLSearchParams(query)].map(([key, value]) => [key.toLowerCase(), value]));
  const separator = user?.indexOf(':') ?? -1;
  const parsed = hosts.split(',').map((one) => {
    const [host = '', port] = one.split(':');
    return { host, port: Number(port ?? 2113) };
  });
  if (parsed.some(({ host, port }) => host === '' || !(port > 0)))
    throw new Error('The address has no server');
  const caFile = options.get('tlscafile');
  return {
    hosts: parsed,
    ca: options.get('tls') === 'false' ? null : caFile === undefined ? undefined : readFileSync(caFile),
    user:
      user === undefined || separator === -1
        ? undefined
        : {
            username: decodeURIComponent(user.slice(0, separator)),
            password: decodeURIComponent(user.slice(separator + 1)),
          },
    discover: discover !== undefined || parsed.length > 1,
  };
}

export function createChannelCredentials({ ca }: ServerAddress): ChannelCredentials {
  return ca === null ? credentials.createInsecure() : credentials.createSsl(ca ?? null);
}

/** The metadata that db-client sends with each call: without the user when the channel is not encrypted. */
export function createCallMetadata({ ca, user }: ServerAddress): Metadata {
  const metadata = new Metadata();
  if (user === undefined || ca === null) return metadata;
  const basic = Buffer.from(`${user.username}:${user.password}`).toString('base64');
  metadata.set('authorization', `Basic ${basic}`);
  return metadata;
}

/** Reads the version and the methods of a server. */
export async function readFeatures(
  server: { host: string; port: number },
  address: ServerAddress,
): Promise<SupportedMethods> {
  const client = new featuresGrpc.ServerFeaturesClient(
    `${server.host}:${server.port}`,
    createChannelCredentials(address),
  );
  try {
    return await new Promise<SupportedMethods>((resolve, reject) =>
      client.getSupportedMethods(new shared.Empty(), createCallMetadata(address), (error, methods) =>
        error ? reject(error) : resolve(methods),
      ),
    );
  } finally {
    client.close();
  }
}

/** Reads the cluster's members from the first host that responds. */
export async function readGossip(address: ServerAddress): Promise<MemberInfo[]> {
  let last: unknown;
  for (const { host, port } of address.hosts) {
    const client = new gossipGrpc.GossipClient(`${host}:${port}`, createChannelCredentials(address));
    try {
      return await new Promise<MemberInfo[]>((resolve, reject) =>
        client.read(
          new shared.Empty(),
          createCallMetadata(address),
          { deadline: Date.now() + 5_000 },
          (error, info) => (error ? reject(error) : resolve(info.getMembersList())),
        ),
      );
    } catch (error) {
      last = error;
    } finally {
      client.close();
    }
  }
  throw new Error('No host of the address responds', { cause: last });
}

/** Finds the server that receives the calls: the only host, or the leader of the cluster. */
export async function findServer(address: ServerAddress): Promise<{ host: string; port: number }> {
  const [only] = address.hosts;
  if (!address.discover && only !== undefined) return only;
  const members = await readGossip(address);
  const leader = members
    .find((member) => member.getIsAlive() && member.getState() === LEADER)
    ?.getHttpEndPoint();
  if (leader === undefined) throw new Error('The cluster has no leader');
  return { host: leader.getAddress(), port: leader.getPort() };
}
