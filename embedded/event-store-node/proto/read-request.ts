import { WireReader } from '#infra/protobuf/wire-reader.ts';
import { readStreamIdentifier } from './shared-fields.ts';

export type StreamStart =
  | { readonly kind: 'start' }
  | { readonly kind: 'end' }
  | { readonly kind: 'revision'; readonly revision: bigint };

export type AllStart =
  | { readonly kind: 'start' }
  | { readonly kind: 'end' }
  | { readonly kind: 'position'; readonly commit: bigint; readonly prepare: bigint };

export interface FilterOptions {
  field: 'stream' | 'type' | undefined;
  /** Undefined when the client sent prefixes. */
  regex: string | undefined;
  prefixes: string[];
  /** `max`, or 32 for `count`; undefined when the client sent neither. */
  window: number | undefined;
  intervalMultiplier: number;
}

export interface ReadOptions {
  stream: { name: string | undefined; from: StreamStart | undefined } | undefined;
  all: { from: AllStart | undefined } | undefined;
  backwards: boolean;
  resolveLinks: boolean;
  /** Undefined for a subscription, and when the client sent none. */
  count: bigint | undefined;
  subscription: boolean;
  filter: FilterOptions | undefined;
  noFilter: boolean;
  uuids: 'structured' | 'string' | undefined;
}

const COUNT_WINDOW = 32;

/** Reads the request of Read; undefined when it has no options. */
export function readReadRequest(bytes: Buffer): ReadOptions | undefined {
  const message = new WireReader(bytes);
  let options: ReadOptions | undefined;
  while (!message.done) {
    const tag = message.tag();
    if (tag === 8 + 2) options = readOptions(message.message());
    else message.skip(tag);
  }
  return options;
}

function readOptions(message: WireReader): ReadOptions {
  const options: ReadOptions = {
    stream: undefined,
    all: undefined,
    backwards: false,
    resolveLinks: false,
    count: undefined,
    subscription: false,
    filter: undefined,
    noFilter: false,
    uuids: undefined,
  };
  while (!message.done) {
    const tag = message.tag();
    switch (tag) {
      case 8 + 2:
        options.stream = readStreamOptions(message.message());
        options.all = undefined;
        break;
      case 2 * 8 + 2:
        options.all = readAllOptions(message.message());
        options.stream = undefined;
        break;
      case 3 * 8:
        options.backwards = message.uint() === 1;
        break;
      case 4 * 8:
        options.resolveLinks = message.bool();
        break;
      case 5 * 8:
        options.count = message.uint64();
        options.subscription = false;
        break;
      case 6 * 8 + 2:
        message.bytes();
        options.subscription = true;
        options.count = undefined;
        break;
      case 7 * 8 + 2:
        options.filter = readFilter(message.message());
        options.noFilter = false;
        break;
      case 8 * 8 + 2:
        message.bytes();
        options.noFilter = true;
        options.filter = undefined;
        break;
      case 9 * 8 + 2:
        options.uuids = readUuidOption(message.message());
        break;
      default:
        message.skip(tag);
    }
  }
  return options;
}

function readStreamOptions(message: WireReader): NonNullable<ReadOptions['stream']> {
  let name: string | undefined;
  let from: StreamStart | undefined;
  while (!message.done) {
    const tag = message.tag();
    if (tag === 8 + 2) name = readStreamIdentifier(message.message());
    else if (tag === 2 * 8) from = { kind: 'revision', revision: message.uint64() };
    else if (tag === 3 * 8 + 2) from = readEmptyAs(message, { kind: 'start' });
    else if (tag === 4 * 8 + 2) from = readEmptyAs(message, { kind: 'end' });
    else message.skip(tag);
  }
  return { name, from };
}

function readAllOptions(message: WireReader): NonNullable<ReadOptions['all']> {
  let from: AllStart | undefined;
  while (!message.done) {
    const tag = message.tag();
    if (tag === 8 + 2) from = readPosition(message.message());
    else if (tag === 2 * 8 + 2) from = readEmptyAs(message, { kind: 'start' });
    else if (tag === 3 * 8 + 2) from = readEmptyAs(message, { kind: 'end' });
    else message.skip(tag);
  }
  return { from };
}

function readPosition(message: WireReader): AllStart {
  let commit = 0n;
  let prepare = 0n;
  while (!message.done) {
    const tag = message.tag();
    if (tag === 8) commit = message.uint64();
    else if (tag === 16) prepare = message.uint64();
    else message.skip(tag);
  }
  return { kind: 'position', commit, prepare };
}

function readFilter(message: WireReader): FilterOptions {
  const filter: FilterOptions = {
    field: undefined,
    regex: undefined,
    prefixes: [],
    window: undefined,
    intervalMultiplier: 0,
  };
  while (!message.done) {
    const tag = message.tag();
    switch (tag) {
      case 8 + 2:
        filter.field = 'stream';
        readExpression(filter, message.message());
        break;
      case 2 * 8 + 2:
        filter.field = 'type';
        readExpression(filter, message.message());
        break;
      case 3 * 8:
        filter.window = message.uint();
        break;
      case 4 * 8 + 2:
        filter.window = readEmptyAs(message, COUNT_WINDOW);
        break;
      case 5 * 8:
        filter.intervalMultiplier = message.uint();
        break;
      default:
        message.skip(tag);
    }
  }
  return filter;
}

function readExpression(filter: FilterOptions, message: WireReader): void {
  filter.regex = undefined;
  filter.prefixes = [];
  while (!message.done) {
    const tag = message.tag();
    if (tag === 8 + 2) filter.regex = message.text() || undefined;
    else if (tag === 2 * 8 + 2) filter.prefixes.push(message.text());
    else message.skip(tag);
  }
}

function readUuidOption(message: WireReader): 'structured' | 'string' | undefined {
  let option: 'structured' | 'string' | undefined;
  while (!message.done) {
    const tag = message.tag();
    if (tag === 8 + 2) option = readEmptyAs(message, 'structured');
    else if (tag === 2 * 8 + 2) option = readEmptyAs(message, 'string');
    else message.skip(tag);
  }
  return option;
}

/** Skips an Empty, and returns what its presence means. */
function readEmptyAs<T>(message: WireReader, meaning: T): T {
  message.bytes();
  return meaning;
}
