import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import type { ObjectStore } from './object-store.ts';
import type { FormFields } from './parse-form.ts';

type EventType = Stripe.Event['type'];
/** The object of an event of that type, by Stripe's own types. */
type EventObject<T extends EventType> = Extract<Stripe.Event, { type: T }>['data']['object'];

/** One database transaction of the stand-in: its objects, its time, and its events. */
export interface Transaction {
  store: ObjectStore;
  /** The studio clock at the start; for a scheduled step, the instant at which it was due. */
  now: Date;
  /** Returns an absolute URL under `/sandbox/stripe` on the members' site. */
  memberUrl(path: string): string;
  /** Stores an event and queues its webhook. */
  emit<T extends EventType>(
    type: T,
    object: EventObject<T>,
    previous?: Partial<EventObject<T>>,
  ): Promise<void>;
}

/** A file that was sent with a request. */
export interface Upload {
  name: string;
  content: Buffer;
}

/** One API request, inside its transaction. */
export interface ApiCall extends Transaction {
  /** Browsers have the publishable key, which allows less. */
  key: 'secret' | 'publishable';
  /** The object's id in the path. */
  id: string;
  input: FormFields;
  /** The file of a multipart request; null in any other. */
  upload: Upload | null;
  /** Returns an absolute URL under `/sandbox/stripe`, at the host of the request. */
  pageUrl(path: string): string;
}

/** Makes a call with the secret key out of a transaction that no request started. */
export function toApiCall(tx: Transaction): ApiCall {
  return { ...tx, key: 'secret', id: '', input: {}, upload: null, pageUrl: tx.memberUrl };
}

export interface ApiReply {
  status: number;
  body: object;
}

/** One call of Stripe's API. Each resource has a list of them. */
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
