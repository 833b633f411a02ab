import { invalidRequest } from './api-error.ts';

export type FormValue = string | FormValue[] | FormFields;
export interface FormFields {
  [name: string]: FormValue;
}

const MAX_DEPTH = 6;

/** `a[b][0]` → `['a', 'b', '0']`. */
function parsePath(name: string): string[] {
  const bracket = name.indexOf('[');
  if (bracket <= 0) return [name];
  return [
    name.slice(0, bracket),
    ...Array.from(name.slice(bracket).matchAll(/\[([^[\]]*)\]/g), (match) => match[1] ?? ''),
  ];
}

type Node = string | Map<string, Node>;

function setValue(root: Map<string, Node>, path: string[], value: string): void {
  let node = root;
  for (const [depth, segment] of path.entries()) {
    // `expand[]=x` appends.
    const key = segment === '' && depth > 0 ? String(node.size) : segment;
    if (depth === path.length - 1) {
      node.set(key, value);
      return;
    }
    const next = node.get(key);
    if (next instanceof Map) {
      node = next;
    } else {
      const child = new Map<string, Node>();
      node.set(key, child);
      node = child;
    }
  }
}

function toPlainValue(node: Node): FormValue {
  if (typeof node === 'string') return node;
  const keys = [...node.keys()];
  if (keys.length > 0 && keys.every((key) => /^\d+$/.test(key)))
    return Array.from(node.values(), toPlainValue);
  // fromEntries defines own properties, so a field named __proto__ stays a field.
  return Object.fromEntries(Array.from(node, ([key, value]) => [key, toPlainValue(value)]));
}

/** Parses `application/x-www-form-urlencoded` as Stripe does, with brackets for nested fields and lists. */
export function parseForm(text: string): FormFields {
  const root = new Map<string, Node>();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = parsePath(name);
    if (path.length > MAX_DEPTH)
      throw invalidRequest(`Parameter ${name} is nested too deeply.`, { param: name });
    setValue(root, path, value);
  }
  const fields = toPlainValue(root);
  return typeof fields === 'string' || Array.isArray(fields) ? {} : fields;
}
