/** Which products are shown. */
export function publisherSearch({ page }: Record<string, unknown>): { page?: number } {
  const place = Number(page);
  return Number.isInteger(place) && place > 1 && place <= 1_000_000 ? { page: place } : {};
}
