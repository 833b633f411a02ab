/** The groups of files that import one another in a circle, each as one way round (first file repeated at the end). */
export function findCycles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  return stronglyConnected(imports)
    .filter((group) => group.length > 1 || group.some((file) => imports.get(file)?.includes(file)))
    .map((group) => wayRound(imports, new Set(group)));
}

/** Tarjan's algorithm. */
function stronglyConnected(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const groups: string[][] = [];

  function visit(file: string): number {
    const mine = order.size;
    order.set(file, mine);
    let low = mine;
    stack.push(file);
    for (const next of imports.get(file) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, order.get(next) ?? low);
    }
    lowest.set(file, low);
    if (low === mine) groups.push(stack.splice(stack.indexOf(file)));
    return low;
  }
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return groups;
}

/** The shortest way from the group's first file back to itself. */
function wayRound(imports: ReadonlyMap<string, readonly string[]>, group: ReadonlySet<string>): string[] {
  const [first = ''] = [...group].sort();
  const ways: string[][] = [[first]];
  const seen = new Set<string>();
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    for (const next of imports.get(way.at(-1) ?? '') ?? []) {
      if (next === first) return [...way, first];
      if (!group.has(next) || seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return [first];
}
