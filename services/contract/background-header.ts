/** A staff page marks with it what it asks without its user: such a request does not count as a use of the session. */
export const backgroundHeader = 'x-background-request';
