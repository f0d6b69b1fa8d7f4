import type { FavoriteRow } from '../api/favorites';
import { messages } from '../messages';
import { PolicyForm } from '../parts/policy-form';
import { Card } from './card';

/** What counts as an update of this product. */
export const PolicyCard = ({ favorite, series }: { favorite: FavoriteRow; series: readonly string[] }) =>
  favorite.policy && (
    <Card title={messages.software.policy.title}>
      <PolicyForm target={favorite} policy={favorite.policy} series={series} />
    </Card>
  );
