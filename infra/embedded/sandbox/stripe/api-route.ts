import type { Stripe } from '../../../payments/stripe-sdk.ts';
import type { FormFields } from './form.ts';
import type { ObjectStore } from './object-store.ts';

type EventType = Stripe.Event['type'];
/** What Stripe's own types say an event of that type is about. */
type EventObject<T extends EventType> = Extract<Stripe.Event, { type: T }>['data']['object'];

/** What happens at Stripe together, inside one transaction. */
export interface Change {
  store: ObjectStore;
  /** The studio clock at its start. */
  now: Date;
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
  /** An absolute address under `/sandbox/stripe`. */
  pageUrl(path: string): string;
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
