import { z } from 'zod';
import { invalidRequest, noSuch } from './api-error.ts';
import { type ApiRoute, ok } from './api-route.ts';
import { expanded } from './expand.ts';
import { listReply } from './lists.ts';
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

function read(path: string, kind: 'charge' | 'event' | 'payment_method', name: string): ApiRoute {
  return {
    method: 'GET',
    path: `${path}/:id`,
    handle: async (call) => {
      const input = readInput(Read, call.input);
      const object = await call.store.read(kind, call.id);
      if (object === null) throw noSuch(name, call.id);
      return ok(await expanded(call.store, object, input.expand));
    },
  };
}

/** The resources that are only made and read: payment methods, charges, events. */
export const recordRoutes: ApiRoute[] = [
  {
    method: 'POST',
    path: 'payment_methods',
    publishable: true,
    handle: async (call) => {
      const { expand, ...data } = readInput(NewMethod, call.input);
      return ok(await expanded(call.store, await createPaymentMethod(call, data), expand));
    },
  },
  read('payment_methods', 'payment_method', 'PaymentMethod'),
  {
    method: 'GET',
    path: 'charges',
    handle: async (call) => {
      const { customer, payment_intent, ...page } = readInput(ChargeList, call.input);
      return listReply(call, 'charge', 'charges', page, { customer, payment_intent });
    },
  },
  read('charges', 'charge', 'charge'),
  {
    method: 'GET',
    path: 'events',
    handle: async (call) => {
      const { type, types, ...page } = readInput(EventList, call.input);
      if (type !== undefined && types !== undefined)
        throw invalidRequest('You may only specify one of these parameters: type, types.');
      const wanted = type === undefined ? types : [type];
      return listReply(call, 'event', 'events', page, {}, wanted === undefined ? {} : { types: wanted });
    },
  },
  read('events', 'event', 'event'),
];
