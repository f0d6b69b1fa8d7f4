import { Page } from '../parts/page';
import { messages } from '../messages';

export const NotificationsPage = () => <Page title={messages.common.navigation.notifications}>{null}</Page>;
