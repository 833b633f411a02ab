import { expect, it } from 'vitest';
import { toMailbox } from './mailbox.ts';

it.each([
  ['ann@example.com', 'ann@example.com'],
  [' Ann@Example.COM ', 'ann@example.com'],
  ['ann+class@example.com', 'ann@example.com'],
  ['ann+class+again@example.com', 'ann@example.com'],
  ['ann.shore@example.com', 'ann.shore@example.com'],
  ['Ann.Shore+x@gmail.com', 'annshore@gmail.com'],
  ['annshore@googlemail.com', 'annshore@gmail.com'],
  ['+@example.com', '+@example.com'],
])('%j leads to %j', (email, mailbox) => {
  expect(toMailbox(email)).toBe(mailbox);
});
