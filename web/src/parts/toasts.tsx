import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';

export { notifications } from '@mantine/notifications';

/** What is said at the foot of the window. */
export const Toasts = () => (
  <Notifications
    position="bottom-center"
    limit={3}
    // Below dialogs, whose buttons it must not cover.
    zIndex={190}
    autoClose={10_000}
    transitionDuration={120}
    containerWidth={480}
  />
);
