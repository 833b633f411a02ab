import { noSuch } from './api-error.ts';
import type { ApiCall, ApiReply } from './api-route.ts';
import { ok } from './api-route.ts';
import { expandFields } from './expand.ts';
import type { FieldValues, Kind, ListQuery } from './object-store.ts';
import type { Page } from './read-input.ts';

async function checkCursor(call: ApiCall, param: string, id: string | undefined): Promise<void> {
  if (id !== undefined && (await call.store.readAny(id)) === null) throw noSuch('object', id, param, 400);
}

/** Returns one page of objects that match the filter; fields with the value undefined are ignored. */
export async function createListReply(
  call: ApiCall,
  kind: Kind,
  url: string,
  page: Page,
  filter: Record<string, FieldValues[string] | undefined> = {},
  extra: Pick<ListQuery, 'anyOf' | 'types'> = {},
): Promise<ApiReply> {
  await checkCursor(call, 'starting_after', page.starting_after);
  await checkCursor(call, 'ending_before', page.ending_before);
  const definedFilters = Object.entries(filter).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, value]],
  );
  const query: ListQuery = {
    filter: Object.fromEntries(definedFilters),
    ...extra,
    ...(page.created === undefined ? {} : { created: page.created }),
    ...(page.limit === undefined ? {} : { limit: page.limit }),
    ...(page.starting_after === undefined ? {} : { startingAfter: page.starting_after }),
    ...(page.ending_before === undefined ? {} : { endingBefore: page.ending_before }),
  };
  const { data, hasMore } = await call.store.list(kind, query);
  const list = { object: 'list', data, has_more: hasMore, url: `/v1/${url}` };
  return ok(await expandFields(call.store, list, page.expand));
}
