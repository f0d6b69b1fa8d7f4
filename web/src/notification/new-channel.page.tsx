import { Page } from '../parts/page';
import { messages } from '../messages';

export const NewChannelPage = () => <Page title={messages.common.navigation.channels}>{null}</Page>;
