/** The studio's details in every email. */
export interface Sender {
  readonly studioName: string;
  readonly studioAddress: string;
  /** For example `https://tideline.example`. */
  readonly siteUrl: string;
}
