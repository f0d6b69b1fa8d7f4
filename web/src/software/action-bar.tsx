import { ActionIcon, Button, Menu } from '../parts/ui';
import { useDisclosure } from '@mantine/hooks';
import type { FavoriteRow } from '../api/favorites';
import type { SoftwareResponse } from '../api/generated';
import { useActions } from '../parts/actions';
import { messages } from '../messages';
import { ButtonMenu, DANGER } from '../parts/button-menu';
import { Icon } from '../parts/icon';
import { useShortcuts } from '../parts/shortcuts';
import { ShareMenu } from '../parts/share-menu';
import { SnoozeMenu } from '../parts/snooze-menu';
import { TrackDialog } from '../parts/track-dialog';
import { isSnoozed } from './status-line';

const words = messages.actions;

/** What can be done about the product as a whole, each by a key as in the lists. */
export function ActionBar({ software, favorite }: { software: SoftwareResponse; favorite: FavoriteRow | null }) {
  const [isTracking, { open, close }] = useDisclosure();
  const { disabled } = useActions();
  useShortcuts(favorite ? {} : { t: open });
  return (
    <>
      {favorite ? (
        <FavoriteActions software={software} favorite={favorite} />
      ) : (
        <>
          <Button onClick={open} disabled={disabled}>
            {messages.software.track.submit}
          </Button>
          <ShareMenu choices={[releasesOf(software)]} />
        </>
      )}
      <TrackDialog opened={isTracking} onClose={close} software={software} />
    </>
  );
}

const releasesOf = ({ id, name }: SoftwareResponse) => ({ kind: 'product' as const, software: id, about: name });

function FavoriteActions({ software, favorite }: { software: SoftwareResponse; favorite: FavoriteRow }) {
  const { act, disabled } = useActions();
  const [isSnoozing, snooze] = useDisclosure();
  const rows = [favorite];
  const update = () => void act({ action: 'update' }, { rows });
  const skip = () => void act({ action: 'skip' }, { rows });
  const isMuted = !favorite.notifications_enabled;
  const mute = () => void act({ action: isMuted ? 'unmute' : 'mute' }, { rows });
  const unsnooze = () => void act({ action: 'unsnooze' }, { rows });
  const isOutdated = favorite.update_available && favorite.available_version;
  useShortcuts({
    ...(isOutdated ? { u: update, s: skip } : {}),
    z: snooze.open,
    m: mute,
  });
  return (
    <>
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
        <Button variant="default" onClick={unsnooze} disabled={disabled}>
          {words.names.unsnooze}
        </Button>
      ) : (
        <SnoozeMenu
          opened={isSnoozing}
          onChange={(opened) => (opened ? snooze.open() : snooze.close())}
          onSnooze={(until) => void act({ action: 'snooze', until }, { rows })}
          disabled={disabled}
          button={
            <Button variant="default" disabled={disabled} title={words.hints.snooze}>
              {words.names.snooze}
            </Button>
          }
        />
      )}
      <ShareMenu choices={[releasesOf(software), { kind: 'badge', favorite: favorite.uuid, about: software.name }]} />
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
        <Menu.Item color={DANGER} onClick={() => void act({ action: 'delete' }, { rows })} disabled={disabled}>
          {words.names.delete}
        </Menu.Item>
      </ButtonMenu>
    </>
  );
}
