/** What the answer of a program has at a path, where it says which program it is. */
export interface Says {
  /** The name of the program. */
  program: string;
  jsonPath: string;
  /** An absent text is empty. */
  is: RegExp;
}

/** How a program is asked for its version, by its own documentation. */
export interface ProbePreset {
  /** It is stored, so it never changes. */
  key: string;
  /** The name of the program. */
  title: string;
  /** Other names that products have. */
  names?: string[];
  /** Below the base address. */
  path: string;
  /** Where the version stands: see `Place`. */
  jsonPath?: string;
  pattern?: string;
  header?: string;
  /** Where the answer names its program, and what it says there; it is refused otherwise. */
  says?: Omit<Says, 'program'>;
  token?: PresetToken;
  /** The page that it was taken from: of the documentation, or of the source where that has none. */
  docs: string;
}

/** The header that takes a token. */
export interface PresetToken {
  header: string;
  /** What comes before the token. */
  prefix?: string;
  /** What is given is a lasting secret, for which the program gives a token of minutes: that one is sent in the header. */
  login?: PresetLogin;
  /** The token is `name:password`, which HTTP sends in Base64. */
  isBasic?: true;
  isOptional?: true;
  /** What it is, or where to get it. */
  hint: string;
}

/** The request that gives a token of minutes. The token is used for one question, and stored nowhere. */
export interface PresetLogin {
  /** Below the base address. */
  path: string;
  /** What is posted: an object as JSON, parameters as a form; null = the secret does not have the form that the hint says. */
  body(secret: string): object | URLSearchParams | null;
  /** A JSONPath: where the token stands in the answer. */
  jsonPath: string;
  /** Ends the session, by a DELETE below the base address, at a program that has few of them. */
  logout?: string;
}

export const bearer = (hint: string): PresetToken => ({ header: 'Authorization', prefix: 'Bearer ', hint });
export const apiKey = (hint: string, header = 'X-Api-Key'): PresetToken => ({ header, hint });
export const optional = (token: PresetToken): PresetToken => ({ ...token, isOptional: true });

/** Without the build behind a plus sign. */
export const WITHOUT_BUILD = '^([^+]+)';
