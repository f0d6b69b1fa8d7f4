import { Anchor } from './ui';
import type { ReactNode } from 'react';
import { Icon } from './icon';

/**
 * A link to a page of somebody else. Anything but http and https is shown as text.
 * @param inText there are words beside it, from which its colour alone does not tell it
 */
export function ExternalLink({ href, inText, children }: { href: string; inText?: boolean; children: ReactNode }) {
  if (!/^https?:\/\//i.test(href)) return <>{children}</>;
  return (
    <Anchor href={href} target="_blank" rel="noreferrer noopener" underline={inText ? 'always' : 'hover'}>
      {children} <Icon name="external" size={12} />
    </Anchor>
  );
}
