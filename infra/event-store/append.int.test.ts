import { randomUUID } from 'node:crypto';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { type handleBidiStreamingCall, Server, ServerCredentials } from '@grpc/grpc-js';
import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { createAppender } from './append.ts';
import { listen } from './listen.fixture.ts';

const { BatchAppendResp } = streams;
type Request = InstanceType<typeof streams.BatchAppendReq>;
type Response = InstanceType<typeof BatchAppendResp>;

function written(request: Request): Response {
  const position = new shared.AllStreamPosition();
  position.setCommitPosition('700');
  position.setPreparePosition('700');
  const success = new BatchAppendResp.Success();
  success.setCurrentRevision('0');
  success.setPosition(position);
  const answer = new BatchAppendResp();
  answer.setCorrelationId(request.getCorrelationId());
  answer.setSuccess(success);
  return answer;
}

/** A server that drops the first `drops` appends without a word, as EventStoreDB does with one that it is just writing. */
async function serverThatDrops(drops: number) {
  const asked: Request[] = [];
  const batchAppend: handleBidiStreamingCall<Request, Response> = (call) => {
    call.on('data', (request: Request) => {
      asked.push(request);
      if (asked.length > drops) call.write(written(request));
    });
    call.on('end', () => call.end());
  };
  const server = new Server();
  server.addService({ batchAppend: streamsGrpc.StreamsService.batchAppend }, { batchAppend });
  const port = await listen(server, ServerCredentials.createInsecure());
  onTestFinished(() => server.forceShutdown());
  return { asked, connectionString: `esdb://127.0.0.1:${port}?tls=false` };
}

test('an append that the server drops is sent again, the very same', async () => {
  const { asked, connectionString } = await serverThatDrops(2);
  const appender = createAppender(connectionString, createLogger({ level: 'silent', component: 'test' }));
  onTestFinished(() => appender.close());
  const event = {
    id: randomUUID(),
    type: 'Counted',
    isJson: true,
    data: Buffer.from('{}'),
    metadata: Buffer.from('{}'),
  };
  expect(await appender.append('dropped', 'no_stream', [event], 4)).toEqual({ revision: 0n, position: 700n });
  expect(asked).toHaveLength(3);
  for (const request of asked) {
    const [message] = request.getProposedMessagesList();
    expect(message?.getId()?.getString()).toBe(event.id);
    expect(request.getOptions()?.hasNoStream()).toBe(true);
  }
});
