import { posix } from 'node:path';
import { findCycles } from './find-cycles.ts';
import { isWithin } from './path-pattern.ts';
import { type Import, readImports } from './read-imports.ts';
import { type FolderRule, folderRules, packageRules, testFile, toolFolders } from './rules.ts';

/** Checks source files (by path from the project's root). Returns a line for each import that a rule forbids. */
export function checkImports(sources: ReadonlyMap<string, string>): string[] {
  const complaints: string[] = [];
  const graph = new Map<string, string[]>();
  for (const [file, source] of sources) {
    const imports = readImports(file, source);
    const ours = imports
      .map(({ specifier }) => resolveOurs(file, specifier))
      .filter((path) => path !== undefined);
    graph.set(
      file,
      ours.filter((path) => sources.has(path)),
    );
    for (const each of imports) {
      const why = reasonAgainst(file, each);
      if (why !== undefined) complaints.push(`${file}:${each.line} imports ${each.specifier}: ${why}`);
    }
  }
  for (const cycle of findCycles(graph)) {
    complaints.push(`${cycle[0]}:1 imports itself in a circle: ${cycle.join(' → ')}`);
  }
  return complaints;
}

function reasonAgainst(file: string, { specifier }: Import): string | undefined {
  const rule = folderRules.find(({ folder }) => isWithin(file, folder));
  if (rule === undefined || rule.may === 'everything') return undefined;
  const target = resolveOurs(file, specifier);
  return target === undefined
    ? againstPackage(file, specifier, rule)
    : againstOurs(file, target, rule, rule.may);
}

function againstOurs(
  file: string,
  target: string,
  rule: FolderRule,
  may: readonly string[],
): string | undefined {
  if (testFile.test(file)) return undefined;
  if (testFile.test(target)) return 'That file belongs to tests.';
  const allowed = [rule.folder, ...may].filter((folder) => isWithin(target, folder));
  if (allowed.length === 0) return rule.why;
  const tool = toolFolders.find((folder) => isWithin(target, folder));
  // A folder may name a tool folder itself; the general leave to import `infra` doesn't cover them.
  if (tool !== undefined && !allowed.some((folder) => isWithin(folder, tool))) {
    return `${tool} is a tool; the product does not depend on it.`;
  }
  return undefined;
}

function againstPackage(file: string, specifier: string, rule: FolderRule): string | undefined {
  const owner = packageRules.find((each) => isPackage(specifier, each.package));
  if (owner !== undefined && !isWithin(file, owner.folder)) {
    return `Only ${owner.folder} imports ${owner.package}.`;
  }
  if (rule.packages === undefined || testFile.test(file)) return undefined;
  return rule.packages.some((name) => isPackage(specifier, name)) ? undefined : rule.why;
}

function isPackage(specifier: string, name: string): boolean {
  return specifier === name || specifier.startsWith(`${name}/`);
}

/** The path of a relative import from the project's root; undefined for a package. */
function resolveOurs(file: string, specifier: string): string | undefined {
  return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : undefined;
}
