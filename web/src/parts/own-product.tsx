import { Button, Group, Stack, Text, TextInput } from './ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useAwaySince } from '../api/connection';
import { addSoftware } from '../api/lookup';
import { isProblem } from '../api/problem';
import { sessionQuery } from '../api/queries';
import { messages } from '../messages';
import { fieldErrorsOf } from './field-errors';
import classes from './lookup.module.css';
import { visibleText } from './name';
import { Panel } from './panel';
import { ProblemNote } from './problem-note';
import { say } from './say';

const words = messages.lookup;
const FIELDS = ['name', 'version'];

/** Something that has no address: it is tracked by its name and the version in use. */
export function OwnProduct({ given }: { given: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: session } = useQuery(sessionQuery);
  const isAway = useAwaySince() !== null;
  const [name, setName] = useState(given);
  const [version, setVersion] = useState('');
  const add = useMutation({
    mutationFn: () => addSoftware({ name: name.trim(), version: version.trim() }),
    onSuccess: ({ product }) => {
      for (const resource of ['favorites', 'summary', 'software'])
        void client.invalidateQueries({ queryKey: [resource] });
      say(words.tracked(visibleText(product.name)));
      void navigate({ to: '/software/$id', params: { id: product.id } });
    },
  });
  const { fields, rest } = fieldErrorsOf(add.error, (field) => FIELDS.includes(field));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  const mayNot = isProblem(add.error, 403) || (session && !(session.scopes as string[]).includes('write'));
  return (
    <Panel title={words.own}>
      <form onSubmit={submit} aria-label={words.own}>
        <Stack gap="sm" style={{ textAlign: 'left' }}>
          <Text size="sm" c="dimmed">
            {words.ownText}
          </Text>
          <div className={classes.fields}>
            <TextInput
              label={words.name}
              maxLength={255}
              autoComplete="off"
              error={fields.name}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <TextInput
              label={words.version}
              maxLength={255}
              autoComplete="off"
              spellCheck={false}
              error={fields.version}
              value={version}
              onChange={(event) => setVersion(event.currentTarget.value)}
            />
          </div>
          {mayNot ? (
            <Text size="sm" role="alert">
              {words.mayNotOwn}
            </Text>
          ) : (
            rest != null && <ProblemNote error={rest} />
          )}
          <Group>
            <Button
              type="submit"
              loading={add.isPending}
              disabled={isAway || mayNot || !name.trim() || !version.trim()}
            >
              {words.addAndTrack}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
