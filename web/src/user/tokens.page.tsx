import { Page } from '../parts/page';
import { messages } from '../messages';

export const TokensPage = () => <Page title={messages.common.navigation.tokens}>{null}</Page>;
