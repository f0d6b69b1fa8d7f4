import type { Links } from '../common/api/links';
import { cleanLine } from '../notification/rendering/clean-text';
import type { Format } from './writing/documents';

const MAX_NAME = 255;

/** Of whom and for whom a document is written. */
export interface Frame {
  format: Format;
  links: Links;
  /** Whether there is a web application to lead to. */
  hasPages: boolean;
  /** When its content last changed, as the API shows it. */
  changedAt: string;
}

/** What a feed says at the moment. */
export interface Content {
  /** All that decides what its documents have in them; the same again is not written again. */
  basis: unknown;
  write(frame: Frame): string | Promise<string>;
}

/** One harmless line: names are whatever a source says. */
export const nameLine = (text: string): string => cleanLine(text, MAX_NAME) || '?';

/** A page of the web application, if there is one. */
export const pageOf = ({ links, hasPages }: Frame, path: string): string | null => (hasPages ? links.app(path) : null);
