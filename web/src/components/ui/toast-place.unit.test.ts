import { expect, it } from 'vitest';
import { chooseToastPlace } from './toast-place.ts';

const laptop = { width: 1280, height: 720, headerBottom: 72 };
const phone = { width: 390, height: 844, headerBottom: 72 };
const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

it('a toast is at the lower edge while nothing is there', () => {
  expect(chooseToastPlace(laptop, { width: 420, height: 110 }, [])).toBe('bottom-right');
  expect(chooseToastPlace(phone, { width: 358, height: 110 }, [])).toBe('bottom-center');
});

it('leaves the buttons of a tall dialog free', () => {
  const button = { box: box(720, 630, 160, 44), weight: 100 };
  const goBack = { box: box(580, 630, 130, 44), weight: 100 };
  expect(chooseToastPlace({ ...laptop, width: 1100 }, { width: 420, height: 110 }, [button, goBack])).toBe(
    'bottom-left',
  );
  const wideFooter = { box: box(30, 630, 200, 44), weight: 100 };
  expect(
    chooseToastPlace(laptop, { width: 420, height: 110 }, [
      { ...button, box: box(900, 630, 160, 44) },
      wideFooter,
    ]),
  ).toBe('top-right');
});

it('a toast is above the bottom sheet of a phone', () => {
  const buttons = [680, 740].map((top) => ({ box: box(20, top, 350, 48), weight: 100 }));
  expect(chooseToastPlace(phone, { width: 358, height: 110 }, buttons)).toBe('top-center');
});

it('covers a card rather than a heading', () => {
  const heading = { box: box(16, 100, 200, 40), weight: 10 };
  const card = { box: box(16, 600, 358, 240), weight: 1 };
  expect(chooseToastPlace(phone, { width: 358, height: 110 }, [heading, card])).toBe('bottom-center');
});
