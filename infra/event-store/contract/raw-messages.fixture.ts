import { randomUUID } from 'node:crypto';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import timestamp from 'google-protobuf/google/protobuf/timestamp_pb.js';

type Expectation = 'any' | 'no_stream' | 'stream_exists' | string;

export function createStreamIdentifier(name: string | Buffer): InstanceType<typeof shared.StreamIdentifier> {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(name).toString('base64'));
  return identifier;
}

export function createStringUuid(text: string): InstanceType<typeof shared.UUID> {
  const id = new shared.UUID();
  id.setString(text);
  return id;
}

interface Proposal {
  id?: string | undefined;
  type?: string | undefined;
  contentType?: string | undefined;
  data?: string;
  extra?: Record<string, string>;
}

export function createAppendOptions(
  stream: string | undefined,
  expected: Expectation | undefined,
): InstanceType<typeof streams.AppendReq> {
  const options = new streams.AppendReq.Options();
  if (stream !== undefined) options.setStreamIdentifier(createStreamIdentifier(stream));
  if (expected === 'any') options.setAny(new shared.Empty());
  else if (expected === 'no_stream') options.setNoStream(new shared.Empty());
  else if (expected === 'stream_exists') options.setStreamExists(new shared.Empty());
  else if (expected !== undefined) options.setRevision(expected);
  const request = new streams.AppendReq();
  request.setOptions(options);
  return request;
}

export function createProposedMessage(proposal: Proposal = {}): InstanceType<typeof streams.AppendReq> {
  const message = new streams.AppendReq.ProposedMessage();
  fill(message, proposal);
  const request = new streams.AppendReq();
  request.setProposedMessage(message);
  return request;
}

export interface Chunk {
  id: InstanceType<typeof shared.UUID>;
  stream?: string;
  expected?: Expectation;
  /** Milliseconds from now. */
  deadline?: number;
  events?: Proposal[];
  isFinal?: boolean;
}

/** A message of BatchAppend; with options if a stream is given. */
export function createBatchChunk(chunk: Chunk): InstanceType<typeof streams.BatchAppendReq> {
  const request = new streams.BatchAppendReq();
  request.setCorrelationId(chunk.id);
  request.setIsFinal(chunk.isFinal ?? true);
  if (chunk.stream !== undefined) {
    const options = new streams.BatchAppendReq.Options();
    options.setStreamIdentifier(createStreamIdentifier(chunk.stream));
    const { expected } = chunk;
    if (expected === 'any') options.setAny(new shared.Empty());
    else if (expected === 'no_stream') options.setNoStream(new shared.Empty());
    else if (expected === 'stream_exists') options.setStreamExists(new shared.Empty());
    else if (expected !== undefined) options.setStreamPosition(expected);
    options.setDeadline(timestamp.Timestamp.fromDate(new Date(Date.now() + (chunk.deadline ?? 10_000))));
    request.setOptions(options);
  }
  for (const proposal of chunk.events ?? []) {
    const message = new streams.BatchAppendReq.ProposedMessage();
    fill(message, proposal);
    request.addProposedMessages(message);
  }
  return request;
}

function fill(
  message:
    | InstanceType<typeof streams.AppendReq.ProposedMessage>
    | InstanceType<typeof streams.BatchAppendReq.ProposedMessage>,
  proposal: Proposal,
): void {
  const { id = randomUUID(), type = 'happened', contentType = 'application/json', data = '{}' } = proposal;
  if (!('id' in proposal && proposal.id === undefined)) message.setId(createStringUuid(id));
  if (!('type' in proposal && proposal.type === undefined)) message.getMetadataMap().set('type', type);
  if (!('contentType' in proposal && proposal.contentType === undefined)) {
    message.getMetadataMap().set('content-type', contentType);
  }
  for (const [key, value] of Object.entries(proposal.extra ?? {})) message.getMetadataMap().set(key, value);
  message.setData(Buffer.from(data).toString('base64'));
}

interface Read {
  stream?: string;
  from?: 'start' | 'end' | string;
  backwards?: boolean;
  count?: string;
  subscription?: boolean;
  filter?: InstanceType<typeof streams.ReadReq.Options.FilterOptions>;
  structuredUuids?: boolean;
  /** Leaves out the required filter or no_filter. */
  noFilterOption?: boolean;
  resolveLinks?: boolean;
}

/** A read of a stream, or of the whole log without one. */
export function createReadRequest(read: Read): InstanceType<typeof streams.ReadReq> {
  const options = new streams.ReadReq.Options();
  const { from = 'start' } = read;
  if (read.stream !== undefined) {
    const stream = new streams.ReadReq.Options.StreamOptions();
    stream.setStreamIdentifier(createStreamIdentifier(read.stream));
    if (from === 'start') stream.setStart(new shared.Empty());
    else if (from === 'end') stream.setEnd(new shared.Empty());
    else stream.setRevision(from);
    options.setStream(stream);
  } else {
    const all = new streams.ReadReq.Options.AllOptions();
    if (from === 'start') all.setStart(new shared.Empty());
    else if (from === 'end') all.setEnd(new shared.Empty());
    else {
      const [commit = '0', prepare = commit] = from.split('/');
      const position = new streams.ReadReq.Options.Position();
      position.setCommitPosition(commit);
      position.setPreparePosition(prepare);
      all.setPosition(position);
    }
    options.setAll(all);
  }
  options.setReadDirection(read.backwards ? 1 : 0);
  options.setResolveLinks(read.resolveLinks ?? false);
  if (read.subscription) options.setSubscription(new streams.ReadReq.Options.SubscriptionOptions());
  else options.setCount(read.count ?? '9007199254740991');
  if (read.filter) options.setFilter(read.filter);
  else if (!read.noFilterOption) options.setNoFilter(new shared.Empty());
  const uuids = new streams.ReadReq.Options.UUIDOption();
  if (read.structuredUuids) uuids.setStructured(new shared.Empty());
  else uuids.setString(new shared.Empty());
  options.setUuidOption(uuids);
  const request = new streams.ReadReq();
  request.setOptions(options);
  return request;
}

interface Filter {
  on: 'stream' | 'type';
  prefixes?: string[];
  regex?: string;
  max?: number;
  multiplier?: number;
  /** Leaves the window out. */
  noWindow?: boolean;
}

export function createFilterOptions(
  filter: Filter,
): InstanceType<typeof streams.ReadReq.Options.FilterOptions> {
  const options = new streams.ReadReq.Options.FilterOptions();
  const expression = new streams.ReadReq.Options.FilterOptions.Expression();
  if (filter.regex !== undefined) expression.setRegex(filter.regex);
  for (const prefix of filter.prefixes ?? []) expression.addPrefix(prefix);
  if (filter.on === 'stream') options.setStreamIdentifier(expression);
  else options.setEventType(expression);
  if (filter.max !== undefined) options.setMax(filter.max);
  else if (!filter.noWindow) options.setCount(new shared.Empty());
  options.setCheckpointintervalmultiplier(filter.multiplier ?? 1);
  return options;
}
