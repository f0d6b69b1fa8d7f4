/** A fetch failed. The message is shown to the owner: no secret, no path of a URL, no text of a library. */
export class SourceError extends Error {
  constructor(
    message: string,
    /** Seconds after which the source may be asked again, as it said itself. */
    readonly retryAfter: number | null = null,
    /** HTTP status, or a word. */
    readonly code: number | string | null = null,
    /** Perhaps there is no network. */
    readonly isOfNetwork = false,
  ) {
    super(message);
  }

  /** Which was asked; null = not known. */
  host: string | null = null;
}
