import { Button, Menu, Modal } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type { CreatedFeedResponse } from '../api/generated';
import { messages } from '../messages';
import { Icon } from './icon';
import { SharedAddress } from './shared-address';
import type { Choice } from './share-form';
import { SlowSkeleton } from './slow-skeleton';

const words = messages.sharing;
const ShareForm = lazy(() => import('./share-form'));

/** The menu, opened, and the dialogs that it leads to. */
export function ShareMenuOpen({ choices, children }: { choices: readonly Choice[]; children?: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null);
  const [choice, setChoice] = useState<Choice | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<CreatedFeedResponse | null>(null);
  const open = (next: Choice) => {
    setChoice(next);
    setOpen(true);
  };
  // The entry of the menu from which it was opened is gone by then.
  const giveFocusBack = () => button.current?.focus();
  return (
    <>
      <Menu defaultOpened returnFocus position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button autoFocus ref={button} variant="default" leftSection={<Icon name="share" size={16} />}>
            {messages.common.share}
          </Button>
        </Menu.Target>
        <Menu.Dropdown aria-label={messages.common.share}>
          {choices.map((one) => (
            <Menu.Item key={one.kind} onClick={() => open(one)}>
              {words.kinds[one.kind]}
            </Menu.Item>
          ))}
          {children && <Menu.Divider />}
          {children}
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        onExitTransitionEnd={() => made === null && giveFocusBack()}
        title={choice && words.titles[choice.kind]}
      >
        <Suspense fallback={<SlowSkeleton rows={3} />}>
          {choice && (
            <ShareForm
              choice={choice}
              onClose={() => setOpen(false)}
              onMade={(feed) => {
                setMade(feed);
                setOpen(false);
              }}
            />
          )}
        </Suspense>
      </Modal>
      <SharedAddress
        feed={made}
        onDone={() => {
          setMade(null);
          giveFocusBack();
        }}
      />
    </>
  );
}
