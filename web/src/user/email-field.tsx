import { Button, TextInput } from '../parts/ui';
import { type FormEvent, useState } from 'react';
import type { ProfileResponse } from '../api/generated';
import { messages } from '../messages';
import { fieldErrorsOf } from '../parts/field-errors';
import { useProfileChange } from './profile-change';

const words = messages.user.profile;

/** The account's mail address, which is saved by its own button. */
export function EmailField({ profile, disabled }: { profile: ProfileResponse; disabled: boolean }) {
  const saved = profile.email ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const change = useProfileChange('email');
  const text = typed ?? saved;
  const { fields } = fieldErrorsOf(change.error, (field) => field === 'email');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ what: words.email, to: { email: text.trim() || null } }, { onSuccess: () => setTyped(null) });
  };
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        type="email"
        label={words.email}
        description={words.emailHint}
        beside={
          <Button
            type="submit"
            variant="default"
            loading={change.isPending}
            disabled={disabled || text.trim() === saved}
          >
            {messages.common.save}
          </Button>
        }
        autoComplete="email"
        value={text}
        error={fields.email}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          if (change.error) change.reset();
        }}
      />
    </form>
  );
}
