import { invalidRequest } from './api-error.ts';

export type FormValue = string | FormValue[] | FormFields;
export interface FormFields {
  [name: string]: FormValue;
}

const MAX_DEPTH = 6;

/** `a[b][0]` → `['a', 'b', '0']`. */
function pathOf(name: string): string[] {
  const bracket = name.indexOf('[');
  if (bracket <= 0) return [name];
  return [
    name.slice(0, bracket),
    ...Array.from(name.slice(bracket).matchAll(/\[([^[\]]*)\]/g), (match) => match[1] ?? ''),
  ];
}

type Node = string | Map<string, Node>;

function put(root: Map<string, Node>, path: string[], value: string): void {
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
      const made = new Map<string, Node>();
      node.set(key, made);
      node = made;
    }
  }
}

function plain(node: Node): FormValue {
  if (typeof node === 'string') return node;
  const keys = [...node.keys()];
  if (keys.length > 0 && keys.every((key) => /^\d+$/.test(key))) return Array.from(node.values(), plain);
  // fromEntries defines own properties, so a field named __proto__ stays a field.
  return Object.fromEntries(Array.from(node, ([key, value]) => [key, plain(value)]));
}

/** Reads `application/x-www-form-urlencoded` as Stripe does, with brackets for nested fields and lists. */
export function parseForm(text: string): FormFields {
  const root = new Map<string, Node>();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = pathOf(name);
    if (path.length > MAX_DEPTH)
      throw invalidRequest(`Parameter ${name} is nested too deeply.`, { param: name });
    put(root, path, value);
  }
  const fields = plain(root);
  return typeof fields === 'string' || Array.isArray(fields) ? {} : fields;
}
