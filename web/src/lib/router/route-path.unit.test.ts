import { expect, it } from 'vitest';
import { matchPath } from './route-path.ts';

it('knows a path with and without a slash at its end, whatever its letters', () => {
  expect(matchPath('my-classes', '/my-classes')).toEqual({});
  expect(matchPath('my-classes', '/my-classes/')).toEqual({});
  expect(matchPath('my-classes', '/My-Classes')).toEqual({});
  expect(matchPath('my-classes', '/my-classes/7')).toBeNull();
  expect(matchPath('', '/')).toEqual({});
  expect(matchPath('', '/my-classes')).toBeNull();
});

it('reads what stands in the place of a parameter', () => {
  expect(matchPath('waitlist/:classId', '/waitlist/7')).toEqual({ classId: '7' });
  expect(matchPath('waitlist/:classId', '/waitlist/a%20b')).toEqual({ classId: 'a b' });
  expect(matchPath('waitlist/:classId', '/waitlist/%E0%A4%A')).toEqual({ classId: '%E0%A4%A' });
  expect(matchPath('waitlist/:classId', '/waitlist')).toBeNull();
});

it('takes anything where nothing else does', () => {
  expect(matchPath('*', '/no/such/page')).toEqual({});
});
