import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.css';

export { notifications } from '@mantine/notifications';

export const Shown = () => (
  <Notifications position="bottom-center" autoClose={10_000} transitionDuration={120} containerWidth={480} />
);
