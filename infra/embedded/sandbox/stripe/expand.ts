import { invalidRequest } from './api-error.ts';
import type { ObjectStore } from './object-store.ts';

const MAX_DEPTH = 4;

async function expandPath(store: ObjectStore, value: unknown, path: string[]): Promise<unknown> {
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) items.push(await expandPath(store, item, path));
    return items;
  }
  const [field, ...rest] = path;
  if (field === undefined) return typeof value === 'string' ? ((await store.find(value)) ?? value) : value;
  const object = typeof value === 'string' ? await store.find(value) : value;
  if (typeof object !== 'object' || object === null) return object;
  return { ...object, [field]: await expandPath(store, Reflect.get(object, field), rest) };
}

/** Puts the objects themselves where their ids stand, for the fields that `expand[]` names (`latest_charge`, `data.customer`, …). */
export async function expanded(
  store: ObjectStore,
  body: object,
  fields: string[] | undefined,
): Promise<object> {
  let result = body;
  for (const field of fields ?? []) {
    const path = field.split('.');
    if (path.length > MAX_DEPTH)
      throw invalidRequest(`You cannot expand more than ${MAX_DEPTH} levels of a property.`);
    if (!Object.hasOwn(body, path[0] ?? '')) {
      throw invalidRequest(`This property cannot be expanded (${field}).`, { param: 'expand' });
    }
    const next = await expandPath(store, result, path);
    if (typeof next === 'object' && next !== null) result = next;
  }
  return result;
}
