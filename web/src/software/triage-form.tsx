import { Button, Group, Radio, Stack, Text, Textarea, TextInput } from '../parts/ui';
import { useForm } from '@mantine/form';
import { useAwaySince } from '../api/connection';
import type { Finding, TriageInput } from '../api/risk';
import { messages } from '../messages';
import { vulnerabilities } from '../messages/en/vulnerabilities';
import { fieldErrorsOf } from '../parts/field-errors';
import { ProblemNote } from '../parts/problem-note';
import { useTriage } from './use-triage';

const words = vulnerabilities;
const FIELDS = ['state', 'reason', 'until'];

type Values = Record<'reason' | 'until', string> & Pick<TriageInput, 'state'>;

/** What somebody decides about a vulnerability, and why. What was typed outlives a failed request. */
export default function TriageForm({
  favorite,
  finding: { id, triage },
  onClose,
}: {
  favorite: string;
  finding: Finding;
  onClose: () => void;
}) {
  const isAway = useAwaySince() !== null;
  const form = useForm<Values>({
    initialValues: {
      state: triage?.state ?? 'not_affected',
      reason: triage?.reason ?? '',
      until: triage?.until ?? '',
    },
    validate: { reason: (text) => (text.trim() ? null : words.dialog.reasonMissing) },
  });
  const { mutate, isPending, error } = useTriage(favorite, id, triage);
  const refused = error && fieldErrorsOf(error, (field) => FIELDS.includes(field));
  const write = (next: TriageInput | null) =>
    mutate(next, {
      onSuccess: onClose,
      onError: (problem) => form.setErrors(fieldErrorsOf(problem, (field) => FIELDS.includes(field)).fields),
    });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ state, reason, until }) =>
        write({ state, reason: reason.trim(), until: until || null }),
      )}
    >
      <Stack>
        <Radio.Group label={words.dialog.state} {...form.getInputProps('state')}>
          <Stack gap="xs" mt="xs">
            {(Object.keys(words.states) as TriageInput['state'][]).map((state) => (
              <Radio key={state} value={state} label={words.states[state]} description={words.stateHints[state]} />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          data-autofocus
          label={words.dialog.reason}
          description={words.dialog.reasonHint}
          maxLength={500}
          minRows={2}
          maxRows={6}
          {...form.getInputProps('reason')}
        />
        <TextInput
          type="date"
          label={words.dialog.until}
          description={words.dialog.untilHint}
          {...form.getInputProps('until')}
        />
        <Text size="sm" c="dimmed">
          {words.dialog.holds}
        </Text>
        {refused?.rest ? <ProblemNote error={refused.rest} /> : null}
        <Group justify="flex-end">
          {triage && (
            <Button variant="subtle" mr="auto" disabled={isAway || isPending} onClick={() => write(null)}>
              {words.dialog.remove}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" loading={isPending} disabled={isAway}>
            {messages.common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
