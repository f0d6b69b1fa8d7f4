import { Menu } from './ui';
import { cloneElement, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type { CreatedFeedResponse } from '../api/generated';
import { messages } from '../messages';
import { ButtonMenu } from './button-menu';
import { Dialog } from './dialog';
import type { ButtonElement } from './later';
import { SharedAddress } from './shared-address';
import type { Choice } from './share-form';
import { SlowSkeleton } from './slow-skeleton';

const words = messages.sharing;
const ShareForm = lazy(() => import('./share-form'));

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
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<CreatedFeedResponse | null>(null);
  const open = (next: Choice) => {
    setChoice(next);
    setOpen(true);
  };
  return (
    <>
      <ButtonMenu isMadeOpened button={cloneElement(button, { ref: target })}>
        {choices.map((one) => (
          <Menu.Item key={one.kind} onClick={() => open(one)}>
            {words.kinds[one.kind]}
          </Menu.Item>
        ))}
        {children && <Menu.Divider />}
        {children}
      </ButtonMenu>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={choice && words.titles[choice.kind]}>
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
