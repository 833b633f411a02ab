import { once } from 'node:events';
import { connect } from 'node:net';

/** One command to a Redis on this machine, and its answer in one line; empty when it hangs up without one, as docker does before Redis listens. */
export async function askRedis(port: number, command: 'PING' | 'FLUSHALL'): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    socket.write(`${command}\r\n`);
    const [answer] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [''])]);
    return String(answer).trim();
  } finally {
    socket.destroy();
  }
}
