/** The subject of an OpenID Connect token. */
export interface Person {
  issuer: string;
  /** Identifies the user at the issuer; the pair is unique. */
  subject: string;
  /** The name of a new user, if it is free; 1 to 100 characters. */
  name: string;
  email: string | null;
}
