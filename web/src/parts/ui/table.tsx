import type { ComponentPropsWithRef, ReactNode } from 'react';
import { messages } from '../../messages';
import { box, type BoxProps } from './box';
import { Button } from './button';
import { Group } from './layout';
import classes from './ui.module.css';

export const Table = ({ stickyHeader, ...props }: { stickyHeader?: boolean } & ComponentPropsWithRef<'table'>) => (
  <table {...box(props, classes.table, stickyHeader && classes.sticky)} />
);
Table.Thead = (props: ComponentPropsWithRef<'thead'>) => <thead {...props} />;
Table.Tbody = (props: ComponentPropsWithRef<'tbody'>) => <tbody {...props} />;
Table.Tr = (props: ComponentPropsWithRef<'tr'>) => <tr {...props} />;
Table.Th = (props: BoxProps & ComponentPropsWithRef<'th'>) => <th {...box(props)} />;
Table.Td = (props: BoxProps & ComponentPropsWithRef<'td'>) => <td {...box(props)} />;

interface PaginationProps {
  value: number;
  total: number;
  onChange: (page: number) => void;
}

/** The first and the last page, and those around the one that is shown; null = what is left out. */
export function pagesAround(value: number, total: number): (number | null)[] {
  const near = [1, value - 1, value, value + 1, total].filter((page) => page >= 1 && page <= total);
  const shown = [...new Set(near)].sort((a, b) => a - b);
  return shown.flatMap((page, at) => (at > 0 && page - shown[at - 1]! > 1 ? [null, page] : [page]));
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

/** One of a few screens at one place, each with its name. */
export function Tabs({
  value,
  tabs,
  label,
  onChange,
}: {
  value: string;
  label: string;
  tabs: readonly { value: string; label: string; content: () => ReactNode }[];
  onChange: (value: string) => void;
}) {
  const move = (by: number) => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = tabs[(at + by + tabs.length) % tabs.length]!;
    onChange(next.value);
    document.getElementById(`tab-${next.value}`)?.focus();
  };
  return (
    <>
      <div role="tablist" aria-label={label} className={classes.tabs}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`tab-${tab.value}`}
            className={classes.tab}
            aria-selected={tab.value === value}
            aria-controls="tab-content"
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={({ key }) => (key === 'ArrowRight' ? move(1) : key === 'ArrowLeft' && move(-1))}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="tab-content" aria-labelledby={`tab-${value}`}>
        {tabs.find((tab) => tab.value === value)?.content()}
      </div>
    </>
  );
}
