/** Which text of the terms a member accepted. */
export interface AcceptedTerms {
  /** The London day from which it is used. */
  version: string;
  /** Of the text, hexadecimal. */
  sha256: string;
}
