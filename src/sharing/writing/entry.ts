/** The head of a news feed. Timestamps have the form of the API. */
export interface FeedHead {
  /** A UUID. */
  id: string;
  title: string;
  /** A page for people; null = there is none. */
  page: string | null;
  updatedAt: string;
}

export interface Entry {
  /** A UUID, the same for ever. */
  id: string;
  title: string;
  author: string | null;
  /** A page for people; null = there is none. */
  url: string | null;
  publishedAt: string;
  updatedAt: string;
  summary: string;
  /** Harmless HTML; null = the summary is all there is. */
  html: string | null;
  tags: string[];
}
