import { Button, Group, Stack, Text, TextInput } from './ui';
import { type ReactNode, useState } from 'react';
import { now } from '../api/clock';
import { messages } from '../messages';
import { Dialog } from './dialog';

const words = messages.actions.snooze;
const DAY = 86_400_000;

/** Snoozed until a morning, not until the minute at which somebody pressed the key. */
const MORNING = 8;

const morningIn = (change: (day: Date) => void): Date => {
  const day = new Date(now());
  day.setHours(MORNING, 0, 0, 0);
  change(day);
  return day;
};

/** What is offered beside a date, as moments. */
const timesToCome = (): [string, Date][] => [
  [words.tomorrow, morningIn((day) => day.setDate(day.getDate() + 1))],
  [words.nextWeek, morningIn((day) => day.setDate(day.getDate() + ((8 - day.getDay()) % 7 || 7)))],
  [words.nextMonth, morningIn((day) => day.setMonth(day.getMonth() + 1, 1))],
];

/** Tomorrow, next week, next month or a date. */
export function SnoozeDialog({
  opened,
  title = words.title,
  onClose,
  onSnooze,
}: {
  opened: boolean;
  title?: ReactNode;
  onClose: () => void;
  onSnooze: (until: string) => void;
}) {
  const choose = (time: Date) => {
    onSnooze(time.toISOString());
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <Stack gap={6} mb="md" style={{ paddingTop: 4 }}>
        {timesToCome().map(([name, time], index) => (
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
            onClick={() => choose(time)}
          >
            {name}
          </Button>
        ))}
      </Stack>
      <ADay onChoose={choose} />
    </Dialog>
  );
}

/** A day to come, by the browser's own calendar. */
function ADay({ onChoose }: { onChoose: (morning: Date) => void }) {
  const [day, setDay] = useState('');
  const tomorrow = new Date(now() + DAY).toLocaleDateString('sv');
  const isChosen = day >= tomorrow;
  return (
    <Group align="flex-end" gap="xs">
      <TextInput
        type="date"
        flex={1}
        label={words.date}
        min={tomorrow}
        value={day}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      <Button disabled={!isChosen} onClick={() => onChoose(new Date(`${day}T0${MORNING}:00`))}>
        {isChosen ? words.set(`${day}T12:00`) : words.choose}
      </Button>
    </Group>
  );
}
