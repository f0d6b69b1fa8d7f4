import { Page } from '../parts/page';
import { messages } from '../messages';

export const UpdatesPage = () => <Page title={messages.common.navigation.updates}>{null}</Page>;
