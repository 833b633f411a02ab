/** '5 days left', '1 day left', 'Last day'. */
export const formatOfferDays = (daysLeft: number): string => {
  if (daysLeft <= 0) return 'Last day';
  return daysLeft === 1 ? '1 day left' : `${daysLeft} days left`;
};
