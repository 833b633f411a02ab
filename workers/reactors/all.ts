import { emailReactor } from './emails.ts';
import { mailingListReactor } from './mailing-list.ts';
import type { Reactor } from './reactor.ts';
import { settlementReactor } from './settlement.ts';

export const reactors: readonly Reactor[] = [settlementReactor, emailReactor, mailingListReactor];
