import '@mantine/dates/styles.layer.css';
import { Button, Stack } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useState } from 'react';
import { now } from '../api/clock';
import { messages } from '../messages';
import { firstDayOfWeek } from '../messages/locale';

const words = messages.actions.snooze;

/** A calendar of the days to come. */
export default function SnoozeDate({ onChoose }: { onChoose: (day: string) => void }) {
  const [day, setDay] = useState<string | null>(null);
  const tomorrow = new Date(now() + 86_400_000);
  return (
    <Stack align="center">
      <DatePicker
        value={day}
        onChange={setDay}
        minDate={tomorrow}
        firstDayOfWeek={firstDayOfWeek as 0}
        // Days of all kinds can be chosen, and Mantine's red for those of a weekend is too light to be read.
        weekendDays={[]}
        ariaLabels={words.calendar}
      />
      <Button fullWidth disabled={day === null} onClick={() => day && onChoose(day)}>
        {day ? words.set(`${day}T12:00`) : words.choose}
      </Button>
    </Stack>
  );
}
