/** What every email says of the studio. */
export interface Sender {
  readonly studioName: string;
  readonly studioAddress: string;
  /** Where the site is, such as `https://tideline.example`. */
  readonly siteUrl: string;
}
