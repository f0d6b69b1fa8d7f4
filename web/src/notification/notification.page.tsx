import { Page } from '../parts/page';
import { messages } from '../messages';

export const NotificationPage = () => <Page title={messages.common.navigation.notifications}>{null}</Page>;
