import type { Links } from '../common/api/links';
import { cleanLine } from '../notification/rendering/clean-text';
import type { Format } from './writing/documents';

const MAX_NAME = 255;

/** The owner and the reader of a document. */
export interface Frame {
  format: Format;
  links: Links;
  /** Whether there is a web application to lead to. */
  hasPages: boolean;
  /** When its content last changed, as the API shows it. */
  changedAt: string;
}

/** The current content of a feed. */
export interface Content {
  /** Everything that its documents depend on; if it has not changed, they are not written again. */
  basis: unknown;
  write(frame: Frame): string | Promise<string>;
}

/** One harmless line: names from sources are untrusted. */
export const nameLine = (text: string): string => cleanLine(text, MAX_NAME) || '?';

/** A page of the web application, if there is one. */
export const pageOf = ({ links, hasPages }: Frame, path: string): string | null => (hasPages ? links.app(path) : null);
