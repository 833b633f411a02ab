import { randomUUID } from 'node:crypto';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { type handleBidiStreamingCall, Server, ServerCredentials } from '@grpc/grpc-js';
import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { createAppender } from './appender.ts';
import { listen } from './listen.fixture.ts';

const { BatchAppendResp } = streams;
type Request = InstanceType<typeof streams.BatchAppendReq>;
type Response = InstanceType<typeof BatchAppendResp>;

function createSuccess(request: Request): Response {
  const position = new shared.AllStreamPosition();
  position.setCommitPosition('700');
  position.setPreparePosition('700');
  const success = new BatchAppendResp.Success();
  success.setCurrentRevision('0');
  success.setPosition(position);
  const response = new BatchAppendResp();
  response.setCorrelationId(request.getCorrelationId());
  response.setSuccess(success);
  return response;
}

/** Starts a server that leaves the first `drops` appends unanswered, as EventStoreDB does with an append that it is writing. */
async function startDroppingServer(drops: number) {
  const requests: Request[] = [];
  const batchAppend: handleBidiStreamingCall<Request, Response> = (call) => {
    call.on('data', (request: Request) => {
      requests.push(request);
      if (requests.length > drops) call.write(createSuccess(request));
    });
    call.on('end', () => call.end());
  };
  const server = new Server();
  server.addService({ batchAppend: streamsGrpc.StreamsService.batchAppend }, { batchAppend });
  const port = await listen(server, ServerCredentials.createInsecure());
  onTestFinished(() => server.forceShutdown());
  return { requests, connectionString: `esdb://127.0.0.1:${port}?tls=false` };
}

test('sends the same append again while the server leaves it unanswered', async () => {
  const { requests, connectionString } = await startDroppingServer(2);
  const appender = createAppender(connectionString, createLogger({ level: 'silent', component: 'test' }));
  onTestFinished(() => appender.close());
  const event = {
    id: randomUUID(),
    type: 'Counted',
    isJson: true,
    data: Buffer.from('{}'),
    metadata: Buffer.from('{}'),
  };
  expect(await appender.append('dropped', 'no_stream', [event])).toEqual({ revision: 0n, position: 700n });
  expect(requests).toHaveLength(3);
  for (const request of requests) {
    const [message] = request.getProposedMessagesList();
    expect(message?.getId()?.getString()).toBe(event.id);
    expect(request.getOptions()?.hasNoStream()).toBe(true);
  }
});
