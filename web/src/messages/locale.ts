/**
 * How dates and numbers are written: as the browser's first language has it. The texts are English, and so are all words among them: lists
 * ("a, b and c"), times ago and units. A date of another calendar would not be that of a release or of an end of support.
 */
export function localeOf(languages: readonly string[]): Intl.Locale {
  for (const language of languages)
    try {
      const locale = new Intl.Locale(language, { calendar: 'gregory' });
      // Of a language that nobody knows, the formats of the machine are taken. `supportedLocalesOf` takes Chromium thirty milliseconds.
      const taken = new Intl.Locale(new Intl.NumberFormat(locale).resolvedOptions().locale);
      if (taken.language === locale.language) return locale;
    } catch {
      // Not the name of a language: the next one may be.
    }
  return new Intl.Locale('en', { calendar: 'gregory' });
}

const locale = localeOf(globalThis.navigator?.languages ?? []);

/** Not in all browsers under the same name, nor in TypeScript. */
type Informed = Intl.Locale & {
  getTextInfo?: () => { direction: string };
  textInfo?: { direction: string };
};

const isRightToLeft = (of: Informed) => (of.getTextInfo?.() ?? of.textInfo)?.direction === 'rtl';

/** Dates and times as `of` writes them; of a language from right to left they stand for themselves in an English sentence. */
export function datesIn(of: Intl.Locale, options: Intl.DateTimeFormatOptions): { format(date: Date | number): string } {
  const format = new Intl.DateTimeFormat(of, options);
  return isRightToLeft(of) ? { format: (date) => `\u2068${format.format(date)}\u2069` } : format;
}

export const dateFormat = (options: Intl.DateTimeFormatOptions) => datesIn(locale, options);
export const numberFormat = (options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options);
