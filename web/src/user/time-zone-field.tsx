import { Button, Select, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { now } from '../api/clock';
import { messages } from '../messages';
import classes from './user.module.css';
import { dateFormat } from '../messages/locale';

const words = messages.user.profile;
const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A zone that this browser does not know has no time here. */
function timeIn(zone: string, at: number): string {
  try {
    return dateFormat({
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(at);
  } catch {
    return '';
  }
}

/** A time zone, chosen by a part of its name; the time there shows whether it is the right one. */
export function TimeZoneField({
  value,
  disabled,
  onChange,
}: {
  value: string;
  disabled: boolean;
  onChange(zone: string): void;
}) {
  const time = useMinute();
  const [search, setSearch] = useState(value);
  return (
    <div>
      <Select
        label={words.zone}
        description={words.zoneHint(timeIn(value, time))}
        searchable
        allowDeselect={false}
        disabled={disabled}
        limit={100}
        maxDropdownHeight={320}
        nothingFoundMessage={words.zoneNone}
        data={ZONES.includes(value) ? ZONES : [value, ...ZONES]}
        placeholder={value}
        value={value}
        searchValue={search}
        onSearchChange={setSearch}
        // Somebody who opens it wants another one: what they type is not added to the name of this one.
        onDropdownOpen={() => setSearch('')}
        onDropdownClose={() => setSearch(value)}
        onChange={(zone) => zone && zone !== value && onChange(zone)}
        filter={({ options, search }) => {
          const wanted = search.trim().toLowerCase().replaceAll(' ', '_');
          return options.filter((option) => 'value' in option && option.value.toLowerCase().includes(wanted));
        }}
        renderOption={({ option }) => (
          <span className={classes.zone}>
            {option.value}
            <Text span size="sm" c="dimmed" className="tabular">
              {timeIn(option.value, time)}
            </Text>
          </span>
        )}
      />
      {HERE && HERE !== value && ZONES.includes(HERE) && (
        <Button size="compact-sm" variant="subtle" mt={4} disabled={disabled} onClick={() => onChange(HERE)}>
          {words.zoneHere(HERE)}
        </Button>
      )}
    </div>
  );
}

/** The time, which moves on. */
function useMinute(): number {
  const [time, setTime] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return time;
}
