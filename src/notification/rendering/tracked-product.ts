import type { InUse } from './in-use';

export interface MessageVersion {
  id: string;
  version: string;
  /** ISO 8601, UTC: when it was released, as far as known. */
  created_at: string;
}

/** A product whose version in use an update or an alert is about. */
export interface TrackedProduct<V = MessageVersion> {
  favorite: { id: string; url: string } | null;
  software: { id: string; name: string; url: string | null };
  publisher: { id: string; name: string } | null;
  /** The version in use. */
  trackedVersion: V;
  /** Null means the same as absent: no inventory has it. The version in use is then the lowest of these. */
  inUse?: InUse | null;
  /** The product in the web application, for people; null = that is switched off. */
  page?: string | null;
  /** Absolute URLs; null means the same as absent. */
  links: {
    favorite?: string | null;
    software?: string | null;
    releases?: string | null;
    /** The release notes of the new version. */
    notes?: string | null;
    /** A page to say that it was updated, to skip or to snooze. */
    manage?: string | null;
    /** Where the dates of support are from. */
    dates?: string | null;
  };
}
