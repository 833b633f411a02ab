import Bowser from 'bowser';

/** A short description of a browser by its User-Agent, such as "Firefox on Windows". */
export function describeBrowser(userAgent: string | undefined): string {
  if (!userAgent) return 'Unknown browser';
  const { browser, os } = Bowser.parse(userAgent);
  const name = isKnownBrowser(browser.name) ? browser.name : 'Unknown browser';
  return isKnownSystem(os.name) ? `${name} on ${os.name}` : name;
}

// For what Bowser does not know it takes the name from the header, which may then hold anything.
const browserNames = new Set<string>(Object.values(Bowser.BROWSER_MAP));
const systemNames = new Set<string>(Object.values(Bowser.OS_MAP));
const isKnownBrowser = (name: string | undefined): name is string =>
  name !== undefined && browserNames.has(name);
const isKnownSystem = (name: string | undefined): name is string =>
  name !== undefined && systemNames.has(name);
