const onTwoColumns = ['sm:max-lg:col-span-2 sm:max-lg:min-h-96', 'sm:max-lg:col-span-1'];
const onThreeColumns = ['lg:col-span-3 lg:min-h-136', 'lg:col-span-2', 'lg:col-span-1'];
const onTwoGone = 'sm:max-lg:hidden';
const onThreeGone = 'lg:hidden';

/**
 * The classes that put the studio's picture into the rest of the last row after so many passes, on two columns and on
 * three. Where no rest is left it has a row of its own, or is left out unless it is always wanted.
 */
export const picturePlace = (passes: number, always: boolean): string => {
  const two = passes % 2;
  const three = passes % 3;
  return [
    always ? 'max-sm:min-h-72' : 'max-sm:hidden',
    two === 0 && !always ? onTwoGone : onTwoColumns[two],
    three === 0 && !always ? onThreeGone : onThreeColumns[three],
  ].join(' ');
};
