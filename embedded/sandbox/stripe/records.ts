import { z } from 'zod';
import { invalidRequest, noSuch } from './api-error.ts';
import { type ApiRoute, ok } from './api-route.ts';
import { expandFields } from './expand.ts';
import { createListReply } from './list-reply.ts';
import { createPaymentMethod, PaymentMethodData } from './payment-method-object.ts';
import { Expandable, Pageable, readInput } from './read-input.ts';

const Read = z.strictObject(Expandable);
const NewMethod = z.strictObject({ ...PaymentMethodData.shape, ...Expandable });
const ChargeList = z.strictObject({
  ...Pageable,
  customer: z.string().optional(),
  payment_intent: z.string().optional(),
});
const EventList = z.strictObject({
  ...Pageable,
  type: z.string().optional(),
  types: z.array(z.string()).max(20).optional(),
});

function createReadRoute(path: string, kind: 'charge' | 'event' | 'payment_method', name: string): ApiRoute {
  return {
    method: 'GET',
    path: `${path}/:id`,
    handle: async (call) => {
      const input = readInput(Read, call.input);
      const object = await call.store.read(kind, call.id);
      if (object === null) throw noSuch(name, call.id);
      return ok(await expandFields(call.store, object, input.expand));
    },
  };
}

/** Payment methods, charges and events: the API creates or reads them and changes none. */
export const recordRoutes: ApiRoute[] = [
  {
    method: 'POST',
    path: 'payment_methods',
    publishable: true,
    handle: async (call) => {
      const { expand, ...data } = readInput(NewMethod, call.input);
      return ok(await expandFields(call.store, await createPaymentMethod(call, data), expand));
    },
  },
  createReadRoute('payment_methods', 'payment_method', 'PaymentMethod'),
  {
    method: 'GET',
    path: 'charges',
    handle: async (call) => {
      const { customer, payment_intent, ...page } = readInput(ChargeList, call.input);
      return createListReply(call, 'charge', 'charges', page, { customer, payment_intent });
    },
  },
  createReadRoute('charges', 'charge', 'charge'),
  {
    method: 'GET',
    path: 'events',
    handle: async (call) => {
      const { type, types, ...page } = readInput(EventList, call.input);
      if (type !== undefined && types !== undefined)
        throw invalidRequest('You may only specify one of these parameters: type, types.');
      const selected = type === undefined ? types : [type];
      return createListReply(
        call,
        'event',
        'events',
        page,
        {},
        selected === undefined ? {} : { types: selected },
      );
    },
  },
  createReadRoute('events', 'event', 'event'),
];
