import { parseSync } from 'vite';

export type Import = { specifier: string; line: number };

/** Everything that a file imports: types too, re-exports, `import('…')` as an expression and as a type. */
export function readImports(file: string, source: string): Import[] {
  const parsed = parseSync(file, source);
  const found: { specifier: string; offset: number }[] = [];
  const { staticImports, staticExports, dynamicImports } = parsed.module;
  for (const { moduleRequest, start } of staticImports) {
    found.push({ specifier: moduleRequest.value, offset: start });
  }
  for (const { entries } of staticExports) {
    for (const { moduleRequest, start } of entries) {
      if (moduleRequest) found.push({ specifier: moduleRequest.value, offset: start });
    }
  }
  for (const { moduleRequest } of dynamicImports) {
    const text = source.slice(moduleRequest.start, moduleRequest.end);
    const literal = /^(['"`])([^$]*)\1$/.exec(text)?.[2];
    if (literal !== undefined) found.push({ specifier: literal, offset: moduleRequest.start });
  }
  if (/\bimport\s*\(/.test(source)) collectImportTypes(parsed.program, found);
  const unique = new Map(
    found.map(({ specifier, offset }) => [`${offset} ${specifier}`, { specifier, offset }]),
  );
  return [...unique.values()].map(({ specifier, offset }) => ({
    specifier,
    line: source.slice(0, offset).split('\n').length,
  }));
}

function collectImportTypes(node: unknown, found: { specifier: string; offset: number }[]): void {
  if (Array.isArray(node)) {
    for (const child of node) collectImportTypes(child, found);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node && node.type === 'TSImportType' && 'source' in node) {
    const { source } = node;
    if (typeof source === 'object' && source !== null && 'value' in source && 'start' in source) {
      found.push({ specifier: String(source.value), offset: Number(source.start) });
    }
  }
  for (const child of Object.values(node)) collectImportTypes(child, found);
}
