const twoColumnClasses = ['sm:max-lg:col-span-2 sm:max-lg:min-h-96', 'sm:max-lg:col-span-1'];
const threeColumnClasses = ['lg:col-span-3 lg:min-h-136', 'lg:col-span-2', 'lg:col-span-1'];

/**
 * The CSS classes with which the studio's photo fills the last row of a grid of two or three columns. With a full last
 * row, the photo has a row of its own if `isAlwaysShown`, and is hidden otherwise.
 */
export const getPhotoClasses = (passCount: number, isAlwaysShown: boolean): string => {
  const inLastOfTwo = passCount % 2;
  const inLastOfThree = passCount % 3;
  return [
    isAlwaysShown ? 'max-sm:min-h-72' : 'max-sm:hidden',
    inLastOfTwo === 0 && !isAlwaysShown ? 'sm:max-lg:hidden' : twoColumnClasses[inLastOfTwo],
    inLastOfThree === 0 && !isAlwaysShown ? 'lg:hidden' : threeColumnClasses[inLastOfThree],
  ].join(' ');
};
