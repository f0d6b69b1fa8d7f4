/** A moment as the field of `datetime-local` has it: the local time to the minute, without a zone. */
export function toLocalTime(time: string | null): string {
  if (time === null) return '';
  const date = new Date(time);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
}

/** The other way round; null for an empty field and for what is no time. */
export function fromLocalTime(text: string): string | null {
  const date = new Date(text);
  return text === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** What the service does where nothing else is said. */
const USUAL_NOTICE = [90, 30, 7, 0];
const MOST_NOTICES = 12;
const MOST_DAYS = 3_650;

const partsOf = (text: string) => text.split(/[\s,;]+/).filter(Boolean);

export const noticeText = (days: readonly number[] | null) => (days ?? USUAL_NOTICE).join(', ');
/** What cannot be read is not asked about: the form refuses it. */
export const noticeOf = (text: string): number[] | null => {
  if (!isNotice(text)) return null;
  const days = partsOf(text).map(Number);
  return days.join() === USUAL_NOTICE.join() ? null : days;
};
export const isNotice = (text: string) =>
  partsOf(text).length <= MOST_NOTICES &&
  partsOf(text).every((part) => /^\d{1,4}$/.test(part) && Number(part) <= MOST_DAYS);
