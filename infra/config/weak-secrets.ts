/** Words of examples and default installations, which a random secret in hex or base64 hardly ever contains. */
const COMMON_WORDS = /pass-?word|change-?(me|it)|secret|example|default|sandbox|qwerty|letmein|1234567/i;
const LEAST_URL_PASSWORD_LENGTH = 12;

/** Whether a secret is easy to guess: few different characters, a short repeated piece, or a common word. */
export function isGuessable(secret: string, leastDifferent = 8): boolean {
  const plain = secret.replace(/^whsec_/, '');
  return new Set(plain).size < leastDifferent || /^(.{1,8})\1+$/.test(plain) || COMMON_WORDS.test(plain);
}

/** The error of the password in a server's address; undefined without one, because the network protects such a server. */
export function urlPasswordFault(address: string | undefined): string | undefined {
  // The URL class cannot parse a cluster's list of hosts.
  const credentials = /^[a-z+]+:\/\/([^/?#]*)@/.exec(address ?? '')?.[1];
  if (credentials === undefined) return undefined;
  const colon = credentials.indexOf(':');
  const password = colon < 0 ? '' : credentials.slice(colon + 1);
  if (password === '') return undefined;
  if (isGuessable(password, 5)) return 'has a password that is too easy to guess';
  if (password.length < LEAST_URL_PASSWORD_LENGTH) {
    return `has a password of fewer than ${LEAST_URL_PASSWORD_LENGTH} characters`;
  }
  return undefined;
}
