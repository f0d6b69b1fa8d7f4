import { Button, Menu, Stack, Text } from './ui';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { now } from '../api/clock';
import { messages } from '../messages';
import { ButtonMenu } from './button-menu';
import { Dialog } from './dialog';
import type { ButtonElement } from './later';
import { SlowSkeleton } from './slow-skeleton';

const words = messages.actions.snooze;
/** The calendar is loaded when somebody asks for a date. */
const SnoozeDate = lazy(() => import('./snooze-date'));

/** Snoozed until a morning, not until the minute at which somebody pressed the key. */
const MORNING = 8;

const morningIn = (change: (day: Date) => void): Date => {
  const day = new Date(now());
  day.setHours(MORNING, 0, 0, 0);
  change(day);
  return day;
};

/** What the menu offers, as moments. */
export const snoozeTimes = (): [string, Date][] => [
  [words.tomorrow, morningIn((day) => day.setDate(day.getDate() + 1))],
  [words.nextWeek, morningIn((day) => day.setDate(day.getDate() + ((8 - day.getDay()) % 7 || 7)))],
  [words.nextMonth, morningIn((day) => day.setMonth(day.getMonth() + 1, 1))],
];

/** The entries of a menu that snooze; for menus that have more than this. */
export const SnoozeItems = ({ onSnooze, onDate }: { onSnooze: (until: string) => void; onDate: () => void }) => (
  <>
    <Menu.Label>{words.title}</Menu.Label>
    {snoozeTimes().map(([name, time]) => (
      <Menu.Item
        key={name}
        rightSection={<span className="tabular">{messages.actions.day(time)}</span>}
        onClick={() => onSnooze(time.toISOString())}
      >
        {name}
      </Menu.Item>
    ))}
    <Menu.Item onClick={onDate}>{words.date}</Menu.Item>
  </>
);

/** The dialog with the same and a calendar; what the key `z` opens. */
export function SnoozeDialog({
  opened,
  title = words.pick,
  onClose,
  onSnooze,
}: {
  opened: boolean;
  title?: ReactNode;
  onClose: () => void;
  onSnooze: (until: string) => void;
}) {
  const choose = (day: string) => {
    const [year, month, date] = day.split('-').map(Number) as [number, number, number];
    onSnooze(new Date(year, month - 1, date, MORNING).toISOString());
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <Stack gap={6} mb="md" style={{ paddingTop: 4 }}>
        {snoozeTimes().map(([name, time], index) => (
          <Button
            key={name}
            variant="default"
            justify="space-between"
            data-autofocus={index === 0 || undefined}
            rightSection={
              <Text span size="sm" c="dimmed" className="tabular">
                {messages.actions.day(time)}
              </Text>
            }
            onClick={() => {
              onSnooze(time.toISOString());
              onClose();
            }}
          >
            {name}
          </Button>
        ))}
      </Stack>
      <Suspense fallback={<SlowSkeleton rows={6} height={36} />}>
        <SnoozeDate onChoose={choose} />
      </Suspense>
    </Dialog>
  );
}

/** Tomorrow, next week, next month or a date. `opened` for those who open it by a key. */
export function SnoozeMenu({
  onSnooze,
  opened,
  onChange,
  disabled = false,
  button,
}: {
  onSnooze: (until: string) => void;
  opened?: boolean;
  onChange?: (opened: boolean) => void;
  disabled?: boolean;
  button: ButtonElement;
}) {
  const [isPicking, setPicking] = useState(false);
  return (
    <>
      <ButtonMenu
        button={button}
        disabled={disabled}
        {...(opened === undefined ? {} : { opened })}
        {...(onChange ? { onChange } : {})}
      >
        <SnoozeItems onSnooze={onSnooze} onDate={() => setPicking(true)} />
      </ButtonMenu>
      <SnoozeDialog opened={isPicking} onClose={() => setPicking(false)} onSnooze={onSnooze} />
    </>
  );
}
