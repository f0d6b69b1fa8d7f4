import { Page } from '../parts/page';
import { messages } from '../messages';

export const SoftwarePage = () => <Page title={messages.common.navigation.search}>{null}</Page>;
