import { datesIn, localeOf } from '../../web/src/messages/locale';

const AT = Date.UTC(2026, 10, 18, 14, 5);
const DAY = { dateStyle: 'medium', timeZone: 'UTC' } as const;
const CLOCK = { timeStyle: 'short', timeZone: 'UTC' } as const;

describe('dates and numbers', () => {
  it.each([
    [['de-DE'], '18.11.2026', '14:05', '1.234,5'],
    [['ja-JP'], '2026/11/18', '14:05', '1,234.5'],
    [['en-US'], 'Nov 18, 2026', '2:05 PM', '1,234.5'],
    [['ar-EG'], '\u2068١٨\u200F/١١\u200F/٢٠٢٦\u2069', '\u2068٢:٠٥ م\u2069', '١٬٢٣٤٫٥'],
    [['not a language', 'de-DE'], '18.11.2026', '14:05', '1.234,5'],
    [[], 'Nov 18, 2026', '2:05 PM', '1,234.5'],
  ])('are those of %j', (languages, day, clock, number) => {
    const locale = localeOf(languages);
    const plain = (text: string) => text.replace(/[\u00A0\u202F]/g, ' ');
    expect(datesIn(locale, DAY).format(AT)).toBe(day);
    expect(plain(datesIn(locale, CLOCK).format(AT))).toBe(clock);
    expect(new Intl.NumberFormat(locale).format(1234.5)).toBe(number);
  });

  it.each(['fa-IR', 'th-TH', 'ar-SA', 'ja-JP-u-ca-japanese'])('are of the Gregorian calendar: %s', (language) => {
    const { calendar } = new Intl.DateTimeFormat(localeOf([language])).resolvedOptions();
    expect(calendar).toBe('gregory');
  });

  it('keep the hours that a person has chosen', () => {
    const format = datesIn(localeOf(['en-US-u-hc-h23']), CLOCK);
    expect(format.format(AT)).toBe('14:05');
  });
});
