import { Page } from '../parts/page';
import { messages } from '../messages';

export const SessionsPage = () => <Page title={messages.common.navigation.sessions}>{null}</Page>;
