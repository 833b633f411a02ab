import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import type { FormFields } from './form.ts';
import type { ObjectStore } from './object-store.ts';

type EventType = Stripe.Event['type'];
/** What Stripe's own types say an event of that type is about. */
type EventObject<T extends EventType> = Extract<Stripe.Event, { type: T }>['data']['object'];

/** What happens at Stripe together, inside one transaction. */
export interface Change {
  store: ObjectStore;
  /** The studio clock at its start; of what happens by itself, the instant at which it was due. */
  now: Date;
  /** An absolute address under `/sandbox/stripe`, for a member who comes to it at any time. */
  memberUrl(path: string): string;
  /** Records that something happened, and queues the webhook that tells of it. */
  emit<T extends EventType>(
    type: T,
    object: EventObject<T>,
    previous?: Partial<EventObject<T>>,
  ): Promise<void>;
}

/** One request being answered. */
export interface ApiCall extends Change {
  /** Publishable keys are what browsers have: they see and do less. */
  key: 'secret' | 'publishable';
  /** The part of the path that names an object. */
  id: string;
  input: FormFields;
  /** An absolute address under `/sandbox/stripe`, at the host by which the caller came. */
  pageUrl(path: string): string;
}

/** What happens by itself, for what is written for calls. */
export function asCall(change: Change): ApiCall {
  return { ...change, key: 'secret', id: '', input: {}, pageUrl: change.memberUrl };
}

export interface ApiReply {
  status: number;
  body: object;
}

/** One call of Stripe's API. Later resources bring lists of their own. */
export interface ApiRoute {
  method: 'GET' | 'POST' | 'DELETE';
  /** Below `/v1`, with `:id` for the object. */
  path: string;
  /** Browsers may call it too. */
  publishable?: true;
  handle(call: ApiCall): Promise<ApiReply>;
}

export function ok(body: object): ApiReply {
  return { status: 200, body };
}
