import { messages } from '../../messages';
import { Button } from './button';
import { Group } from './layout';

/** The first and the last page, and those around the one that is shown; null = what is left out. */
function pagesAround(value: number, total: number): (number | null)[] {
  const near = [1, value - 1, value, value + 1, total].filter((page) => page >= 1 && page <= total);
  const shown = [...new Set(near)].sort((a, b) => a - b);
  return shown.flatMap((page, at) => (at > 0 && page - shown[at - 1]! > 1 ? [null, page] : [page]));
}

interface PaginationProps {
  value: number;
  total: number;
  onChange: (page: number) => void;
}

export const Pagination = ({ value, total, onChange }: PaginationProps) => (
  <Group component="nav" aria-label={messages.common.pages} gap={6} mt="md">
    {pagesAround(value, total).map((page, at) =>
      page === null ? (
        <span key={`gap-${at}`}>…</span>
      ) : (
        <Button
          key={page}
          size="xs"
          variant={page === value ? 'filled' : 'default'}
          aria-current={page === value ? 'page' : undefined}
          aria-label={messages.common.page(page)}
          onClick={() => onChange(page)}
        >
          {page}
        </Button>
      ),
    )}
  </Group>
);
