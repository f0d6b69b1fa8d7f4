import { Button, Checkbox, optionsOf, RadioGroup, Stack, Text, TextInput } from '../parts/ui';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useAwaySince } from '../api/connection';
import type { ProfileResponse } from '../api/generated';
import { profileQuery } from '../api/profile';
import { messages } from '../messages';
import { fieldErrorsOf } from '../parts/field-errors';
import { visibleText } from '../parts/name';
import { Page } from '../parts/page';
import { Panel } from '../parts/panel';
import { usePreferences } from '../parts/preferences';
import { QueryNote } from '../parts/problem-note';
import { SlowSkeleton } from '../parts/slow-skeleton';
import { useProfileChange } from './profile-change';
import { SharedAddresses } from './shared-addresses';
import { TimeZoneField } from './time-zone-field';
import { useScheme } from '../theme/scheme';
import classes from './user.module.css';

const words = messages.user.profile;

/** What holds for all notifications of somebody, and what they chose for this browser. */
export function ProfilePage() {
  const profile = useQuery(profileQuery);
  return (
    <Page
      title={words.title}
      lead={profile.data && <Text c="dimmed">{words.you(visibleText(profile.data.user))}</Text>}
    >
      <div className={classes.form}>
        <Panel title={words.notifications}>
          <QueryNote of={profile} />
          {profile.isPending && !profile.error && <SlowSkeleton rows={4} height={64} />}
          {profile.data && <NotificationFields profile={profile.data} />}
        </Panel>
        <Panel title={words.browser}>
          <BrowserFields />
        </Panel>
        <SharedAddresses />
      </div>
    </Page>
  );
}

/** `notify_always` as three answers to one question. */
const REMINDS = { each: null, on: true, off: false } as const;

/** Each is saved when it is changed, with the way back. */
function NotificationFields({ profile }: { profile: ProfileResponse }) {
  const change = useProfileChange();
  const isAway = useAwaySince() !== null;
  const remind = Object.entries(REMINDS).find(
    ([, value]) => value === profile.notify_always,
  )![0] as keyof typeof REMINDS;
  return (
    <Stack gap="lg">
      <Checkbox
        label={words.enabled}
        description={words.enabledHint}
        checked={profile.notifications_enabled}
        disabled={isAway}
        onChange={(event) =>
          change.mutate({ what: words.enabled, to: { notifications_enabled: event.currentTarget.checked } })
        }
      />
      <RadioGroup
        label={words.remind}
        description={words.remindHint}
        value={remind}
        onChange={(value) =>
          change.mutate({ what: words.remind, to: { notify_always: REMINDS[value as keyof typeof REMINDS] } })
        }
        disabled={isAway}
        data={optionsOf(words.reminds)}
      />
      <TimeZoneField
        value={profile.time_zone}
        disabled={isAway}
        onChange={(zone) => change.mutate({ what: words.zone, to: { time_zone: zone } })}
      />
      <Checkbox
        label={words.home}
        description={profile.home_assistant_unavailable ? words.homeMissing : words.homeHint}
        checked={profile.home_assistant}
        disabled={isAway || (profile.home_assistant_unavailable !== null && !profile.home_assistant)}
        onChange={(event) => change.mutate({ what: words.home, to: { home_assistant: event.currentTarget.checked } })}
      />
      <EmailField profile={profile} disabled={isAway} />
    </Stack>
  );
}

/** The account's mail address, which is saved by its own button. */
function EmailField({ profile, disabled }: { profile: ProfileResponse; disabled: boolean }) {
  const saved = profile.email ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const change = useProfileChange('email');
  const text = typed ?? saved;
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
        error={fieldErrorsOf(change.error, (field) => field === 'email').fields.email}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          change.reset();
        }}
      />
    </form>
  );
}

function BrowserFields() {
  const [scheme, setScheme] = useScheme();
  const [preferences, setPreferences] = usePreferences();
  return (
    <Stack gap="lg">
      <Text size="sm" c="dimmed">
        {words.browserHint}
      </Text>
      <RadioGroup
        inRow
        label={words.theme}
        data={optionsOf(words.themes)}
        value={scheme}
        onChange={(value) => setScheme(value as typeof scheme)}
      />
      <Checkbox
        label={words.shortcuts}
        description={words.shortcutsHint}
        checked={preferences.shortcuts}
        onChange={(event) => setPreferences({ ...preferences, shortcuts: event.currentTarget.checked })}
      />
    </Stack>
  );
}
