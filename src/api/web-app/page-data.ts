import type { Request, Response } from 'express';

/** Who has the session of a request for a page. */
export interface Visitor {
  /**
   * What the application would ask the API for first, as the API would answer.
   * @param list the query of the list of favorites that the page shows; null = none
   */
  read(list: string | null): Promise<object>;
}

/** Finds what the pages of the web application have in them for somebody who is signed in. */
export interface PageData {
  /**
   * Counts as one request of the user.
   * @returns null for somebody without a session, or whose session may not read
   * @throws Problem unauthorized for a session that has ended; too-many-requests
   */
  visitor(request: Request, response: Response): Promise<Visitor | null>;
}
