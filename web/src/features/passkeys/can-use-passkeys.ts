/** Whether this browser can have passkeys here: they are bound to the name of a site, so not to a bare address. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(globalThis.location.hostname);
