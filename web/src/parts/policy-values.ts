/** A moment as the field of `datetime-local` has it: the local time to the minute, without a zone. */
export function toLocalTime(time: string | null): string {
  if (time === null) return '';
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The other way round; null for an empty field and for what is no time. */
export function fromLocalTime(text: string): string | null {
  const date = new Date(text);
  return text === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}
