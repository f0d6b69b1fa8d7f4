import { useState } from 'react';
import { now } from '../api/clock';
import { messages } from '../messages';
import { Button, Group, TextInput } from './ui';

const words = messages.actions.snooze;
const DAY = 86_400_000;

/** A day to come, by the browser's own calendar. */
export default function SnoozeDate({ onChoose }: { onChoose: (day: string) => void }) {
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
      <Button disabled={!isChosen} onClick={() => onChoose(day)}>
        {isChosen ? words.set(`${day}T12:00`) : words.choose}
      </Button>
    </Group>
  );
}
