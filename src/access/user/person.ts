/** The subject of an OpenID Connect token. */
export interface Person {
  issuer: string;
  /** Identifies the user at the issuer; the pair is unique. */
  subject: string;
  /** The name for a new user, if it is not taken; 1 to 100 characters. */
  name: string;
  email: string | null;
}
