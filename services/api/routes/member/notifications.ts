import type { FastifyRequest } from 'fastify';
import { memberDecider } from '#domain/member/decider.ts';
import { getNotificationKey, type NotificationKind } from '#domain/member/notifications.ts';
import { InvalidInput } from '#domain/refusal.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { getMember } from '#services/api/plugins/authentication.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { chooseNotifications } from '#services/commands/member/choose-notifications.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import {
  checkSubscriptionAnswer,
  notificationsAnswer,
  notificationsBody,
  pushKeyAnswer,
  pushSubscriptionBody,
  removeSubscriptionBody,
} from '#services/contract/notifications.ts';
import { protectRoutes } from '../protect-routes.ts';

function describeNotifications(unwanted: ReadonlySet<string>) {
  const describe = (kind: NotificationKind) => ({
    mail: !unwanted.has(getNotificationKey(kind, 'mail')),
    push: !unwanted.has(getNotificationKey(kind, 'push')),
  });
  return {
    success: true as const,
    'class-reminder': describe('class-reminder'),
    'waitlist-offer': describe('waitlist-offer'),
    'class-changed': describe('class-changed'),
    'spot-broadcast': describe('spot-broadcast'),
  };
}

const toPushOwner = (request: FastifyRequest) => ({
  memberId: getMember(request).memberId,
  sid: request.sessionId,
});

/** What a member is notified of and how, and the browsers that receive push messages. */
export function registerNotificationRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, clock, deciders, push, pushSubscriptions } = deps;
  const withSchema = protectRoutes(authentication.requireMember, 'account');

  app.get(
    '/api/user/notifications',
    withSchema({ response: { 200: notificationsAnswer } }),
    async (request) => {
      const { state } = await deciders.load(memberDecider, getMember(request).memberId);
      return describeNotifications(state.unwanted);
    },
  );

  app.put(
    '/api/user/notifications',
    withSchema({ body: notificationsBody, response: { 200: notificationsAnswer } }),
    async (request) => {
      const { memberId } = getMember(request);
      const { unwanted } = await chooseNotifications(
        deps,
        { memberId, choices: request.body },
        createCommandContext(request, clock),
      );
      return describeNotifications(unwanted);
    },
  );

  app.get('/api/push/key', { schema: { tags: ['account'], response: { 200: pushKeyAnswer } } }, async () => ({
    success: true as const,
    key: push.publicKey,
  }));

  app.post(
    '/api/user/push-subscriptions',
    withSchema({ body: pushSubscriptionBody, response: { 200: commandAnswer } }),
    async (request) => {
      const { endpoint, keys } = request.body;
      if (!push.isKnownEndpoint(endpoint)) {
        throw new InvalidInput([
          {
            path: 'endpoint',
            message: 'We do not know the push service of this browser, so it cannot get our notifications',
          },
        ]);
      }
      await pushSubscriptions.save(toPushOwner(request), { endpoint, keys }, clock.now());
      return { success: true as const };
    },
  );

  app.post(
    '/api/user/push-subscriptions/check',
    withSchema({ body: removeSubscriptionBody, response: { 200: checkSubscriptionAnswer } }),
    async (request) => ({
      success: true as const,
      isSubscribed: await pushSubscriptions.adopt(toPushOwner(request), request.body.endpoint),
    }),
  );

  app.delete(
    '/api/user/push-subscriptions',
    withSchema({ body: removeSubscriptionBody, response: { 200: commandAnswer } }),
    async (request) => {
      await pushSubscriptions.remove(getMember(request).memberId, request.body.endpoint);
      return { success: true as const };
    },
  );
}
