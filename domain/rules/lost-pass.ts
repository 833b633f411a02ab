/** What becomes of the pass of a cancellation after the deadline. `isRefilled`: the rule by which it can come back is on. */
export const describeLostPass = (isRefilled: boolean): string =>
  isRefilled ? 'no pass comes back unless someone takes your place' : 'no pass comes back';
