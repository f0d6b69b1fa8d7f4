export type CsvValue = string | number | boolean | null | undefined;

/**
 * Spreadsheets take text that begins like this for a formula and would evaluate untrusted text: full-width and small forms of the
 * signs too, and behind white space and invisible characters.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}\p{Z}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B])/u;
const NEEDS_QUOTES = /[",\r\n]/;

/** A line of RFC 4180. Text that a spreadsheet would take for a formula gets `'` in front. */
export const csvLine = (values: readonly CsvValue[]): string => `${values.map(field).join(',')}\r\n`;

function field(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
