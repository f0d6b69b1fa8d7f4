import { Group, NativeSelect, TextInput } from '../parts/ui';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { now } from '../api/clock';
import { messages } from '../messages';
import type { Scope } from '../parts/scope-choice';
import { SecretDialog } from '../parts/secret-dialog';

const words = messages.user.tokens;
const ENDS = Object.entries(words.endsAfter).map(([value, label]) => ({ value, label }));

/** The last moment of a day, in the time zone of this browser. */
const endOf = (day: string) => new Date(`${day}T23:59:59`);

const endAfter = (end: string, day: string): string | null => {
  if (end === 'never') return null;
  return (end === 'date' ? endOf(day) : new Date(now() + Number(end) * 86_400_000)).toISOString();
};

/** A new token for a program. */
export function NewTokenDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const client = useQueryClient();
  return (
    <SecretDialog
      opened={opened}
      onClose={onClose}
      title={words.add}
      initialValues={{ name: '', scopes: ['read'] as Scope[], expires_at: '90', day: '' }}
      validate={({ expires_at: end, day }) =>
        end !== 'date' || endOf(day).getTime() > now() ? {} : { day: words.needDate }
      }
      nameHint={words.nameHint}
      scopesLabel={words.scopes}
      action={words.create}
      make={async ({ name, scopes, expires_at: end, day }) => {
        const { data } = await api.createToken({ name: name.trim(), scopes, expires_at: endAfter(end, day) });
        return { title: words.created, label: data.name, secret: data.token };
      }}
      onDone={() => void client.invalidateQueries({ queryKey: ['tokens'] })}
    >
      {(form) => (
        <Group align="flex-start" grow>
          <NativeSelect label={words.end} data={ENDS} {...form.getInputProps('expires_at')} />
          {form.values.expires_at === 'date' && (
            <TextInput type="date" label={words.endDate} {...form.getInputProps('day')} />
          )}
        </Group>
      )}
    </SecretDialog>
  );
}
