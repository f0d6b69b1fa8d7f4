import { firstCharacters } from 'small-parts';

const MAX_EXCERPT = 500;
/** A shorter piece of the URL is no secret, and would black out ordinary words. */
const MIN_SECRET = 8;

/**
 * The part of an answer that may be shown and stored: at most 500 printable characters. A receiver that echoes the request
 * would otherwise put its secrets into our log, so the parts of the URL and the credentials of the request go out.
 */
export function excerptOf(body: string, url: URL, headers: Record<string, string>): string {
  if (body === '') return '';
  let text = body;
  for (const secret of secretsOf(url, headers)) text = text.replaceAll(secret, '[…]');
  // \p{C}: control, format (direction marks, zero width), lone surrogates, unassigned.
  const printable = text.replace(/[\p{C}\p{Z}\s]+/gu, ' ').trim();
  return firstCharacters(printable, MAX_EXCERPT);
}

function secretsOf(url: URL, headers: Record<string, string>): string[] {
  const credentials = Object.entries(headers)
    .filter(([name]) => /authorization|cookie|token|key|secret|signature/i.test(name))
    .flatMap(([, value]) => [value, ...value.split(/[\s,]+/)]);
  const parts = [
    url.href,
    url.pathname + url.search,
    url.search,
    ...url.pathname.split('/'),
    ...url.searchParams.values(),
  ];
  const found = [...credentials, ...parts, ...parts.map(decoded)].filter((part) => part.length >= MIN_SECRET);
  return [...new Set(found)].sort((a, b) => b.length - a.length);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
