import { Anchor, Button, Checkbox, Group, RadioGroup, Stack, Text, TextInput } from './ui';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import type { CreatedFeedResponse, CreateFeedDto } from '../api/generated';
import { isProblem } from '../api/problem';
import { sessionQuery, summaryQuery } from '../api/queries';
import { messages } from '../messages';
import { fieldErrorsOf } from './field-errors';
import type { FavoriteFilter } from '../api/favorites';
import { filterWords } from './filter-words';
import { visibleText } from './name';
import { ProblemNote } from './problem-note';

const words = messages.sharing;
const FIELDS = ['name', 'details', 'releases'];

/** What an address is about: one favorite, one product, or the favorites that match. */
export interface Choice extends Pick<CreateFeedDto, 'kind' | 'favorite' | 'software'> {
  filter?: FavoriteFilter;
  /** The name of the one product. */
  about?: string;
}

/** What programs may read by a new address. */
export default function ShareForm({
  choice,
  onClose,
  onMade,
}: {
  choice: Choice;
  onClose(): void;
  onMade(feed: CreatedFeedResponse): void;
}) {
  const session = useQuery(sessionQuery).data;
  const mayShare = !session || (session.scopes.includes('read') && session.scopes.includes('write'));
  return (
    <Stack>
      <div>
        <Text size="sm">{words.texts[choice.kind]}</Text>
        <Text size="sm" fw={600} mt="xs">
          <bdi>{subjectOf(choice)}</bdi>
        </Text>
      </div>
      {mayShare ? (
        <Fields choice={choice} onClose={onClose} onMade={onMade} />
      ) : (
        <>
          <Text size="sm" role="alert">
            {words.noRight}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" data-autofocus onClick={onClose}>
              {messages.common.close}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}

function subjectOf({ about, filter = {} }: Choice): string {
  if (about !== undefined) return words.about(visibleText(about));
  return Object.keys(filter).length > 0 ? words.filtered(filterWords(filter)) : words.everything;
}

interface Values {
  name: string;
  details: 'names' | 'full';
  releases: boolean;
}

function Fields({ choice, onClose, onMade }: Parameters<typeof ShareForm>[0]) {
  const client = useQueryClient();
  const isAway = useAwaySince() !== null;
  const form = useForm<Values>({ initialValues: { name: '', details: 'names', releases: false } });
  const make = useMutation({
    mutationFn: (values: Values) => api.createFeed(inputOf(choice, values)),
    onSuccess: ({ data }) => {
      void client.invalidateQueries({ queryKey: ['feeds'] });
      onMade(data);
    },
    onError: (error) => form.setErrors(fieldErrorsOf(error, isField(choice)).fields),
  });
  const rest = make.error && fieldErrorsOf(make.error, isField(choice)).rest;
  return (
    <form noValidate onSubmit={form.onSubmit((values) => make.mutate(values))}>
      <Stack>
        <TextInput
          data-autofocus
          label={words.name}
          description={choice.kind === 'badge' ? words.badgeNameHint : words.nameHint}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <RadioGroup
          label={words.details}
          data={Object.entries(words.detailKinds).map(([value, [label, description]]) => ({
            value,
            label,
            description,
          }))}
          {...form.getInputProps('details')}
        />
        {choice.kind === 'calendar' && (
          <Checkbox label={words.releases} {...form.getInputProps('releases', { type: 'checkbox' })} />
        )}
        {choice.kind === 'updates' && <WithoutChannel />}
        <Text size="sm" c="dimmed">
          {words.secret}
        </Text>
        {rest ? <ProblemNote error={rest} /> : null}
        {isProblem(rest) && rest.type === 'limit-reached' && (
          <Anchor component={Link} to="/profile" size="sm">
            {words.inProfile}
          </Anchor>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" loading={make.isPending} disabled={isAway}>
            {words.make}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const isField =
  ({ kind }: Choice) =>
  (field: string) =>
    FIELDS.includes(field) && (field !== 'releases' || kind === 'calendar');

const inputOf = ({ about: _about, filter, ...choice }: Choice, { name, details, releases }: Values): CreateFeedDto => ({
  ...choice,
  details,
  ...(filter && Object.keys(filter).length > 0 ? { filter } : {}),
  ...(name.trim() ? { name: name.trim() } : {}),
  ...(releases ? { releases } : {}),
});

function WithoutChannel() {
  const { data: summary } = useQuery(summaryQuery);
  const isWithout = summary && Object.values(summary.channels).every((count) => count === 0);
  return isWithout ? <Text size="sm">{words.noChannel}</Text> : null;
}
