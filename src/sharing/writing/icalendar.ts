/** An event that takes a whole day. */
export interface DayEvent {
  /** The same for ever. */
  uid: string;
  /** `YYYY-MM-DD` */
  day: string;
  /** How often it has moved. */
  sequence: number;
  /** A moment of the API. */
  changedAt: string;
  summary: string;
  /** May have several lines. */
  description: string;
  url: string | null;
}

const LINE_OCTETS = 75;
const DAY_MS = 86_400_000;

/** A calendar has a component (RFC 5545, 3.6), also one without events. */
const UTC_ZONE = [
  'BEGIN:VTIMEZONE',
  'TZID:UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
];

/** RFC 5545, with the name and the interval of RFC 7986. */
export function writeCalendar(name: string, events: DayEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Software Update Tracker//Calendar//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${text(name)}`,
    `X-WR-CALNAME:${text(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    'X-PUBLISHED-TTL:PT12H',
    ...(events.length > 0 ? events.flatMap(linesOf) : UTC_ZONE),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

const linesOf = ({ uid, day, sequence, changedAt, summary, description, url }: DayEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${text(uid)}`,
  `DTSTAMP:${changedAt.slice(0, 19).replace(/[-:]/g, '')}Z`,
  `SEQUENCE:${sequence}`,
  `DTSTART;VALUE=DATE:${compact(day)}`,
  `DTEND;VALUE=DATE:${compact(dayAfter(day))}`,
  `SUMMARY:${text(summary)}`,
  ...(description === '' ? [] : [`DESCRIPTION:${text(description)}`]),
  ...(url === null ? [] : [`URL:${url}`]),
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
];

const compact = (day: string) => day.replaceAll('-', '');

/** `DTEND` is the first day that does not belong to the event. */
const dayAfter = (day: string) => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

/** A value of the type TEXT (3.3.11), which has no control characters but line breaks. */
const text = (value: string) =>
  value
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replace(/\p{Cc}/gu, '\uFFFD');

/** A line has at most 75 octets, without its line break; a character is never split (3.1). */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= LINE_OCTETS) return line;
  let done = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      done += '\r\n ';
      octets = 1;
    }
    done += character;
    octets += size;
  }
  return done;
}
