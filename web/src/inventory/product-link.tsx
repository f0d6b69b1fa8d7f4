import { Anchor } from '../parts/ui';
import { Link } from '@tanstack/react-router';
import type { NamedSoftware } from '../api/generated';
import { Name, visibleText } from '../parts/name';
import classes from './inventory.module.css';

export interface ProductLinkProps {
  product: Pick<NamedSoftware, 'id' | 'name'>;
  /** What a row is about: in one line, and bold. */
  strong?: boolean;
  /** In a window of its own, where this one holds what somebody has not saved. */
  opensWindow?: boolean;
}

export const ProductLink = ({ product, strong = false, opensWindow = false }: ProductLinkProps) => (
  <Anchor
    component={Link}
    to="/software/$id"
    params={{ id: product.id } as never}
    target={opensWindow ? '_blank' : undefined}
    fw={strong ? 600 : undefined}
    className={strong ? classes.short : classes.whole}
    title={visibleText(product.name)}
  >
    <Name>{product.name}</Name>
  </Anchor>
);
