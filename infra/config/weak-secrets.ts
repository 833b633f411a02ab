/** Words that stand in examples and default installations; a random secret of hex or base64 as good as never holds one. */
const GIVEAWAYS = /pass-?word|change-?(me|it)|secret|example|default|sandbox|qwerty|letmein|1234567/i;
const LEAST_URL_PASSWORD_LENGTH = 12;

/** Whether a secret is one that anyone would try: few different characters, a short piece repeated, or a word of examples. */
export function isGuessable(secret: string, leastDifferent = 8): boolean {
  const plain = secret.replace(/^whsec_/, '');
  return new Set(plain).size < leastDifferent || /^(.{1,8})\1+$/.test(plain) || GIVEAWAYS.test(plain);
}

/** What is wrong with the password in a server's address, or undefined; servers that ask for none are left to their network. */
export function urlPasswordFault(address: string | undefined): string | undefined {
  // Not by URL: a list of hosts, as a cluster has it, is none that it can read.
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
