import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';

/** A browser that is subscribed at the sandbox's push service. */
export interface PushDevice {
  readonly name: string;
  /** As `PushSubscription.toJSON()`. */
  readonly subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** Reads the messages that arrived, the newest first, as the service worker does. */
  readMessages(): Promise<ReceivedPush[]>;
  /** Sets the status with which the push service answers from now on. */
  answerWith(status: number): Promise<void>;
}

const receivedPush = z.object({ title: z.string(), body: z.string(), url: z.string(), tag: z.string() });
type ReceivedPush = z.infer<typeof receivedPush>;
const outboxEntries = z.array(z.object({ kind: z.string(), text: z.string() }));

const derive = (salt: Uint8Array, key: Uint8Array, info: Uint8Array | string, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

export function createPushDevice(base: string): PushDevice {
  const name = `device-${randomBytes(8).toString('hex')}`;
  const curve = createECDH('prime256v1');
  const publicKey = curve.generateKeys();
  const auth = randomBytes(16);

  /** Decrypts a message of RFC 8291 in one record. */
  function decrypt(message: Buffer): ReceivedPush {
    const salt = message.subarray(0, 16);
    const senderKey = message.subarray(21, 21 + message.readUInt8(20));
    const encrypted = message.subarray(21 + senderKey.length);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
    const secret = derive(auth, curve.computeSecret(senderKey), info, 32);
    const key = derive(salt, secret, 'Content-Encoding: aes128gcm\0', 16);
    const decipher = createDecipheriv(
      'aes-128-gcm',
      key,
      derive(salt, secret, 'Content-Encoding: nonce\0', 12),
    );
    decipher.setAuthTag(encrypted.subarray(-16));
    const padded = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()]);
    const text = padded.toString('utf8', 0, padded.lastIndexOf(2));
    return receivedPush.parse(JSON.parse(text));
  }

  return {
    name,
    subscription: {
      endpoint: `${base}/sandbox/push/${name}`,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    async readMessages() {
      const response = await fetch(`${base}/sandbox/outbox.json?to=device ${name}`);
      return outboxEntries
        .parse(await response.json())
        .filter(({ kind }) => kind === 'push')
        .map(({ text }) => decrypt(Buffer.from(text, 'base64')));
    },
    async answerWith(status) {
      const response = await fetch(`${base}/sandbox/push/${name}/answer`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ status }),
      });
      if (!response.ok) throw new Error(`The sandbox answered ${response.status}`);
    },
  };
}
