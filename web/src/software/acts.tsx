import { ActionIcon, Button, Group, Menu, Text } from '../parts/ui';
import { useDisclosure } from '@mantine/hooks';
import { now } from '../api/clock';
import type { FavoriteRow } from '../api/favorites';
import type { SoftwareResponse } from '../api/generated';
import { messages } from '../messages';
import { useActions } from '../parts/actions';
import { ButtonMenu, DANGER } from '../parts/button-menu';
import { Icon } from '../parts/icon';
import { ShareMenu } from '../parts/share-menu';
import { useShortcuts } from '../parts/shortcuts';
import { SnoozeDialog } from '../parts/snooze-dialog';
import classes from './software.module.css';

const words = messages.actions;

export const isSnoozed = ({ policy }: FavoriteRow) =>
  policy?.snoozed_until != null && Date.parse(policy.snoozed_until) > now();

/** What can be done about what is on offer, each by a key as in the lists. */
export function Acts({ favorite }: { favorite: FavoriteRow }) {
  const { act, disabled } = useActions();
  const [isSnoozing, snooze] = useDisclosure();
  const rows = [favorite];
  const update = () => void act({ action: 'update' }, { rows });
  const skip = () => void act({ action: 'skip' }, { rows });
  const isOutdated = favorite.update_available && favorite.available_version;
  useShortcuts({ ...(isOutdated ? { u: update, s: skip } : {}), z: snooze.open });
  return (
    <Group gap="xs" mt="md" className={classes.acts}>
      {isOutdated && (
        <>
          <Button onClick={update} disabled={disabled} title={words.hints.update}>
            {words.names.update}
          </Button>
          <Button variant="default" onClick={skip} disabled={disabled} title={words.hints.skip}>
            {words.names.skip}
          </Button>
        </>
      )}
      {isSnoozed(favorite) ? (
        <Button variant="default" onClick={() => void act({ action: 'unsnooze' }, { rows })} disabled={disabled}>
          {words.names.unsnooze}
        </Button>
      ) : (
        <Button variant="default" onClick={snooze.open} disabled={disabled} title={words.hints.snooze}>
          {words.names.snooze}
        </Button>
      )}
      <SnoozeDialog
        opened={isSnoozing}
        onClose={snooze.close}
        onSnooze={(until) => void act({ action: 'snooze', until }, { rows })}
      />
      {disabled && (
        <Text size="sm" c="dimmed">
          {words.wait}
        </Text>
      )}
    </Group>
  );
}

/** What is done about the product as a whole, and seldom. */
export function MoreActs({ software, favorite }: { software: SoftwareResponse; favorite: FavoriteRow | null }) {
  const { act, disabled } = useActions();
  const releases = { kind: 'product' as const, software: software.id, about: software.name };
  const isMuted = favorite?.notifications_enabled === false;
  const mute = () => favorite && void act({ action: isMuted ? 'unmute' : 'mute' }, { rows: [favorite] });
  useShortcuts(favorite ? { m: mute } : {});
  if (!favorite) return <ShareMenu choices={[releases]} />;
  return (
    <>
      <ShareMenu choices={[releases, { kind: 'badge', favorite: favorite.uuid, about: software.name }]} />
      <ButtonMenu
        button={
          <ActionIcon variant="default" size={36} aria-label={messages.common.more}>
            <Icon name="more" />
          </ActionIcon>
        }
      >
        <Menu.Item onClick={mute} disabled={disabled}>
          {isMuted ? words.names.unmute : words.names.mute}
        </Menu.Item>
        <Menu.Item
          color={DANGER}
          onClick={() => void act({ action: 'delete' }, { rows: [favorite] })}
          disabled={disabled}
        >
          {words.names.delete}
        </Menu.Item>
      </ButtonMenu>
    </>
  );
}
