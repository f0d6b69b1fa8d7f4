import type { Request } from 'express';

export type Encoding = 'br' | 'gzip';

/** Best first: browsers accept both and prefer none. */
const ENCODINGS: Encoding[] = ['br', 'gzip'];

/** The best of the encodings that a body is available in and the client accepts (RFC 9110, 12.5.3); null = as it is. */
export const encodingFor = (request: Request, available: Partial<Record<Encoding, unknown>>): Encoding | null =>
  ENCODINGS.find((encoding) => available[encoding] !== undefined && request.acceptsEncodings(encoding) === encoding) ??
  null;
