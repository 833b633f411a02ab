import { invalidRequest } from './api-error.ts';
import type { ObjectStore } from './object-store.ts';

const MAX_DEPTH = 4;

/** Reads a field that an object has only when it is expanded. */
async function readExpandableField(
  store: ObjectStore,
  object: object,
  field: string,
): Promise<object | undefined> {
  const { object: kind, id } = { object: '', id: '', ...object };
  const createList = (data: object[], url: string) => ({ object: 'list', data, has_more: false, url });
  if (kind === 'invoice' && field === 'payments') {
    const { data } = await store.list('invoice_payment', { filter: { invoice: id } });
    return createList(data, `/v1/invoice_payments?invoice=${id}`);
  }
  if (kind === 'checkout.session' && field === 'line_items') {
    const { lineItems = [] } = await store.readHidden(id);
    return createList(lineItems, `/v1/checkout/sessions/${id}/line_items`);
  }
  return undefined;
}

async function expandPath(store: ObjectStore, value: unknown, path: string[]): Promise<unknown> {
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) items.push(await expandPath(store, item, path));
    return items;
  }
  const [field, ...rest] = path;
  if (field === undefined) return typeof value === 'string' ? ((await store.readAny(value)) ?? value) : value;
  const object = typeof value === 'string' ? await store.readAny(value) : value;
  if (typeof object !== 'object' || object === null) return object;
  const ownValue: unknown = Reflect.get(object, field);
  const fieldValue = ownValue === undefined ? await readExpandableField(store, object, field) : ownValue;
  return { ...object, [field]: await expandPath(store, fieldValue, rest) };
}

/** Replaces ids by their objects in the fields that `expand[]` names (`latest_charge`, `data.customer`, …). */
export async function expandFields(
  store: ObjectStore,
  body: object,
  fields: string[] | undefined,
): Promise<object> {
  let result = body;
  for (const field of fields ?? []) {
    const path = field.split('.');
    if (path.length > MAX_DEPTH)
      throw invalidRequest(`You cannot expand more than ${MAX_DEPTH} levels of a property.`);
    const [first = ''] = path;
    if (!Object.hasOwn(body, first) && (await readExpandableField(store, body, first)) === undefined) {
      throw invalidRequest(`This property cannot be expanded (${field}).`, { param: 'expand' });
    }
    const next = await expandPath(store, result, path);
    if (typeof next === 'object' && next !== null) result = next;
  }
  return result;
}
