import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasOpenssl, makeCertificate } from '../event-store/tls-cluster.fixture.ts';
import { createPool } from './create-pool.ts';

/** Postgres's messages: sign-in accepted without a password, and ready for queries. */
const authenticationOk = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** What a connection began with: a request for TLS, or a start-up message in clear. */
const sslRequestCode = 80_877_103;

describe.skipIf(!hasOpenssl())('a connection to Postgres', () => {
  let directory: string;
  let caFile: string;
  let address: string;
  const begun: ('tls' | 'clear')[] = [];
  const server = createServer();
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'tideline-postgres-'));
    const certificate = makeCertificate(directory);
    ({ caFile } = certificate);
    const { key, cert } = certificate;
    server.on('connection', (socket: Socket) => {
      socket.on('error', () => {});
      socket.once('data', (request: Buffer) => {
        const isTls = request.readInt32BE(4) === sslRequestCode;
        begun.push(isTls ? 'tls' : 'clear');
        if (!isTls) return socket.destroy();
        socket.write('S');
        const secure = new TLSSocket(socket, { isServer: true, key, cert });
        secure.on('error', () => {});
        return secure.once('data', () => secure.write(Buffer.concat([authenticationOk, readyForQuery])));
      });
    });
    server.listen(0, 'localhost');
    await once(server, 'listening');
    const at = server.address();
    address = `postgres://studio@localhost:${typeof at === 'object' ? at?.port : ''}/studio`;
  });
  afterAll(() => {
    server.close();
    rmSync(directory, { recursive: true, force: true });
  });

  async function connect(parameters: string): Promise<void> {
    const pool = createPool(address + parameters, { onIdleError: () => {} });
    try {
      (await pool.connect()).release(true);
    } finally {
      await pool.end();
    }
  }

  test('is encrypted with sslmode=verify-full, to a server whose certificate the given CA signed', async () => {
    begun.length = 0;
    await connect(`?sslmode=verify-full&sslrootcert=${caFile}`);
    expect(begun).toEqual(['tls']);
  });

  test('is refused to a certificate of another authority, and is never repeated in clear', async () => {
    begun.length = 0;
    await expect(connect('?sslmode=verify-full')).rejects.toThrow(/certificate/);
    expect(begun).toEqual(['tls']);
  });
});
