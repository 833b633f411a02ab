/** What becomes of the pass of a late cancellation, in words. `isRefilled`: the rule by which it can come back is on. */
export const describeLatePass = (lateness: string, isRefilled: boolean): string =>
  isRefilled
    ? `It is ${lateness}. If someone else takes your place before the class, your pass comes back. Otherwise it is lost.`
    : `It is ${lateness}: your pass will not come back.`;

/** The same before a late booking, about a cancellation later. */
export const describeLateBookingPass = (lateness: string, isRefilled: boolean): string =>
  isRefilled
    ? `It is ${lateness}. If you cancel later, the pass it takes comes back only if someone else takes your place before the class.`
    : `It is ${lateness}. The pass it takes does not come back if you cancel later.`;
