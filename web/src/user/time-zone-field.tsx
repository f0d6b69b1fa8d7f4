import { Button, TextInput } from '../parts/ui';
import { useState } from 'react';
import { now } from '../api/clock';
import { messages } from '../messages';
import { dateFormat } from '../messages/locale';

const words = messages.user.profile;
const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A zone that this browser does not know has no time here. */
function timeIn(timeZone: string): string {
  try {
    return dateFormat({ timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(now());
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
  const [typed, setTyped] = useState<string | null>(null);
  const take = (text: string) => {
    setTyped(text);
    const zone = ZONES.find((one) => one.toLowerCase() === text.trim().toLowerCase().replaceAll(' ', '_'));
    if (zone && zone !== value) onChange(zone);
  };
  return (
    <div>
      <TextInput
        label={words.zone}
        description={words.zoneHint(timeIn(value))}
        disabled={disabled}
        autoComplete="off"
        data={ZONES}
        error={typed !== null && typed !== value && words.zoneNone}
        value={typed ?? value}
        // Browsers suggest only what has the text of the field in it.
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => setTyped(null)}
        onChange={(event) => take(event.currentTarget.value)}
      />
      {HERE && HERE !== value && ZONES.includes(HERE) && (
        <Button size="compact-sm" variant="subtle" mt={4} disabled={disabled} onClick={() => onChange(HERE)}>
          {words.zoneHere(HERE)}
        </Button>
      )}
    </div>
  );
}
