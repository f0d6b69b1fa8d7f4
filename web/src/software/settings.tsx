import { Button, Group, Text } from '../parts/ui';
import { useState } from 'react';
import type { FavoriteRow } from '../api/favorites';
import type { SoftwareResponse } from '../api/generated';
import { messages } from '../messages';
import { useActions } from '../parts/actions';
import { EditDialog } from '../parts/edit-dialog';
import { Name, visibleText } from '../parts/name';
import { PolicyForm } from '../parts/policy-form';
import { TagMarks } from '../parts/tag-marks';
import { Card } from './card';
import { MessagesCard } from './messages-card';
import { OwnNotes } from './own-notes';
import { ProbeCard } from './probe-card';
import classes from './software.module.css';
import { SourceCard } from './source-card';

const words = messages.software;

/** What is decided once about a product, and where it comes from. */
export default function Settings({
  software,
  favorite,
  series,
}: {
  software: SoftwareResponse;
  favorite: FavoriteRow | null;
  series: readonly string[];
}) {
  const { identifiers = [] } = software;
  return (
    <div className={classes.settings}>
      {favorite?.policy && (
        <Card title={words.policy.title}>
          <PolicyForm target={favorite} policy={favorite.policy} series={series} />
        </Card>
      )}
      {favorite && (
        <>
          <MessagesCard favorite={favorite} />
          <Tags favorite={favorite} />
          <OwnNotes favorite={favorite} />
          <ProbeCard favorite={favorite} />
        </>
      )}
      <SourceCard software={software} isTracked={favorite !== null} />
      {identifiers.length > 0 && (
        <Card title={words.identifiers}>
          <ul className={classes.identifiers}>
            {identifiers.map(({ type, value }) => (
              <li key={`${type} ${value}`}>
                {type} <code>{visibleText(value)}</code>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
}

/** The tags of a favorite, and the dialog that changes them. */
function Tags({ favorite }: { favorite: FavoriteRow }) {
  const { tags = [], software } = favorite;
  const { act, disabled } = useActions();
  const [isOpen, setOpen] = useState(false);
  const title = <Name>{messages.actions.edit.tagsOf(software, 1)}</Name>;
  return (
    <Card title={words.tags.title}>
      <Group justify="space-between" align="center" wrap="nowrap">
        {tags.length > 0 ? (
          <TagMarks tags={tags} most={tags.length} />
        ) : (
          <Text size="sm" c="dimmed">
            {words.tags.none}
          </Text>
        )}
        <Button size="compact-sm" variant="default" disabled={disabled} onClick={() => setOpen(true)}>
          {words.tags.change}
        </Button>
      </Group>
      <EditDialog
        edited={isOpen ? { kind: 'tags', title, tags, count: 1 } : null}
        disabled={disabled}
        onClose={() => setOpen(false)}
        onSave={(operations) => {
          setOpen(false);
          for (const operation of operations) void act(operation, { rows: [favorite] });
        }}
      />
    </Card>
  );
}
