import type { IModule } from 'dependency-cruiser';

/** The sibling folders that an import connects, for example `web/src/features/a` and `…/b`; null within one folder. */
function findSiblings(from: string, to: string): [string, string] | null {
  const source = from.split('/');
  const target = to.split('/');
  const depth = source.findIndex((part, index) => part !== target[index]) + 1;
  const isBetweenFolders = depth > 0 && depth < source.length && depth < target.length;
  return isBetweenFolders ? [source.slice(0, depth).join('/'), target.slice(0, depth).join('/')] : null;
}

/**
 * Finds sibling folders whose subtrees import each other, at any depth. A folder rule of dependency-cruiser misses a pair
 * when the imports back and forth are in different subfolders.
 */
export function findMutualImports(modules: readonly IModule[]): string[] {
  const imports = new Map<string, string[]>();
  for (const { source, dependencies } of modules) {
    for (const { resolved } of dependencies) {
      const siblings = findSiblings(source, resolved);
      if (siblings === null) continue;
      const key = siblings.join(' → ');
      imports.set(key, [...(imports.get(key) ?? []), `  ${source} → ${resolved}`]);
    }
  }
  return [...imports].flatMap(([key, lines]) => {
    const [from = '', to = ''] = key.split(' → ');
    const reverse = imports.get(`${to} → ${from}`);
    if (reverse === undefined || from > to) return [];
    return [[`${from} and ${to} import each other:`, ...lines, ...reverse].join('\n')];
  });
}
