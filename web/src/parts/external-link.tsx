import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from './icon';

/** A link to a page of somebody else. Anything but http and https is shown as text. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  if (!/^https?:\/\//i.test(href)) return <>{children}</>;
  return (
    <Anchor href={href} target="_blank" rel="noreferrer noopener" inherit>
      {children} <Icon name="external" size={12} />
    </Anchor>
  );
}
