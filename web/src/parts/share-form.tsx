import { Anchor, Button, Checkbox, Field, Group, Menu, Stack, Text, TextInput } from './ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { cloneElement, type FormEvent, type ReactNode, useRef, useState } from 'react';
import { api } from '../api/client';
import { useAwaySince } from '../api/connection';
import type { CreatedFeedResponse, CreateFeedDto } from '../api/generated';
import { isProblem } from '../api/problem';
import { sessionQuery, summaryQuery } from '../api/queries';
import { messages } from '../messages';
import { ButtonMenu } from './button-menu';
import { Dialog } from './dialog';
import { fieldErrorsOf } from './field-errors';
import type { FavoriteFilter } from '../api/favorites';
import { filterWords } from './filter-words';
import type { ButtonElement } from './later';
import { visibleText } from './name';
import { ProblemNote } from './problem-note';
import { SharedAddress } from './shared-address';

const words = messages.sharing;

/** What an address is about: one favorite, one product, or the favorites that match. */
export interface Choice extends Pick<CreateFeedDto, 'kind' | 'favorite' | 'software'> {
  filter?: FavoriteFilter;
  /** The name of the one product. */
  about?: string;
}

/** The menu, opened, and the dialogs that it leads to. */
export function ShareMenuOpen({
  choices,
  button,
  children,
}: {
  choices: readonly Choice[];
  button: ButtonElement;
  children?: ReactNode;
}) {
  const target = useRef<HTMLButtonElement>(null);
  const [choice, setChoice] = useState<Choice | null>(null);
  const [made, setMade] = useState<CreatedFeedResponse | null>(null);
  const close = () => setChoice(null);
  return (
    <>
      <ButtonMenu isMadeOpened button={cloneElement(button, { ref: target })}>
        {choices.map((one) => (
          <Menu.Item key={one.kind} onClick={() => setChoice(one)}>
            {words.kinds[one.kind]}
          </Menu.Item>
        ))}
        {children && <Menu.Divider />}
        {children}
      </ButtonMenu>
      <Dialog opened={choice !== null} onClose={close} title={choice && words.titles[choice.kind]}>
        {choice && (
          <ShareForm
            choice={choice}
            onClose={close}
            onMade={(feed) => {
              setMade(feed);
              close();
            }}
          />
        )}
      </Dialog>
      <SharedAddress
        feed={made}
        onDone={() => {
          setMade(null);
          // It was opened from a form that is gone.
          queueMicrotask(() => target.current?.focus());
        }}
      />
    </>
  );
}

interface FormProps {
  choice: Choice;
  onClose(): void;
  onMade(feed: CreatedFeedResponse): void;
}

/** What programs may read by a new address. */
function ShareForm(props: FormProps) {
  const { choice, onClose } = props;
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
        <Fields {...props} />
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

function Fields({ choice, onClose, onMade }: FormProps) {
  const client = useQueryClient();
  const isAway = useAwaySince() !== null;
  const { kind } = choice;
  const make = useMutation({
    mutationFn: (fields: FormData) => api.createFeed(inputOf(choice, fields)),
    onSuccess: ({ data }) => {
      void client.invalidateQueries({ queryKey: ['feeds'] });
      onMade(data);
    },
  });
  const shown = ['name', 'details', ...(kind === 'calendar' ? ['releases'] : [])];
  const { fields: errors, rest } = fieldErrorsOf(make.error, (field) => shown.includes(field));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    make.mutate(new FormData(event.currentTarget));
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <TextInput
          data-autofocus
          name="name"
          label={words.name}
          description={kind === 'badge' ? words.badgeNameHint : words.nameHint}
          autoComplete="off"
          error={errors.name}
        />
        <Field group="radiogroup" label={words.details} error={errors.details}>
          <Stack gap="xs" mt="xs">
            {Object.entries(words.detailKinds).map(([value, [what, of]], index) => (
              <Checkbox
                key={value}
                type="radio"
                name="details"
                value={value}
                defaultChecked={index === 0}
                label={what}
                description={of}
              />
            ))}
          </Stack>
        </Field>
        {kind === 'calendar' && <Checkbox name="releases" label={words.releases} error={errors.releases} />}
        {kind === 'updates' && <WithoutChannel />}
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

function inputOf({ about: _about, filter = {}, ...choice }: Choice, fields: FormData): CreateFeedDto {
  const name = String(fields.get('name')).trim();
  return {
    ...choice,
    details: fields.get('details') as 'names' | 'full',
    ...(Object.keys(filter).length > 0 ? { filter } : {}),
    ...(name ? { name } : {}),
    ...(fields.has('releases') ? { releases: true } : {}),
  };
}

function WithoutChannel() {
  const { data: summary } = useQuery(summaryQuery);
  const isWithout = summary && Object.values(summary.channels).every((count) => count === 0);
  return isWithout ? <Text size="sm">{words.noChannel}</Text> : null;
}
