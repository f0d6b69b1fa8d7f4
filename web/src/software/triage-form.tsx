import { Button, RadioGroup, Stack, Text, Textarea, TextInput } from '../parts/ui';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useAwaySince } from '../api/connection';
import { type Finding, type TriageInput, writeTriage } from '../api/risk';
import { vulnerabilities } from '../messages/en/vulnerabilities';
import { fieldErrorsOf } from '../parts/field-errors';
import { FormFoot } from '../parts/form-foot';
import { ProblemNote } from '../parts/problem-note';
import { sayDone } from '../parts/undo';

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
  const client = useQueryClient();
  const isField = (field: string) => FIELDS.includes(field);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (next: TriageInput | null) => writeTriage(favorite, id, next),
    onSuccess: async (_answer, next) => {
      const former = triage && { state: triage.state, reason: triage.reason, until: triage.until };
      await sayDone(client, next ? words.done(id) : words.removed(id), id, () => writeTriage(favorite, id, former));
      // The row is where it belongs by now, so that the focus returns to one that stays.
      onClose();
    },
    onError: (problem) => form.setErrors(fieldErrorsOf(problem, isField).fields),
  });
  const refused = error && fieldErrorsOf(error, isField);
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ state, reason, until }) =>
        mutate({ state, reason: reason.trim(), until: until || null }),
      )}
    >
      <Stack>
        <RadioGroup
          label={words.dialog.state}
          data={(Object.keys(words.states) as TriageInput['state'][]).map((state) => ({
            value: state,
            label: words.states[state],
            description: words.stateHints[state],
          }))}
          {...form.getInputProps('state')}
        />
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
        <FormFoot
          onCancel={onClose}
          isBusy={isPending}
          before={
            triage && (
              <Button
                variant="subtle"
                style={{ marginRight: 'auto' }}
                disabled={isAway || isPending}
                onClick={() => mutate(null)}
              >
                {words.dialog.remove}
              </Button>
            )
          }
        />
      </Stack>
    </form>
  );
}
