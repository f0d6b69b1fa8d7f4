import { messages } from '../messages';

/** Behind the title of a type: the package that brought it; nothing when the type is the service's own. */
export const ByPlugin = ({ of }: { of: { plugin: string | null } | undefined }) =>
  of?.plugin ? ` · ${messages.common.byPlugin(of.plugin)}` : null;
