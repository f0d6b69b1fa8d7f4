import { Injectable } from '@nestjs/common';
import { groupBy, NESTED_AT_MOST } from '../common/list/nested';
import { Database } from '../database/database';
import { DeploymentRepository } from './deployment/deployment.repository';
import { type FavoriteResponse, toFavoriteDeployment } from './dto/favorite.response';
import { DEPLOYMENTS } from './store/favorite.list';
import type { Includes } from './store/favorite.repository';

/** Loads the deployments of favorites, for `includeDeployments`. */
@Injectable()
export class FavoriteDeploymentsService {
  constructor(
    private readonly database: Database,
    private readonly deployments: DeploymentRepository,
  ) {}

  async add(favorites: FavoriteResponse[], includes: Includes): Promise<void> {
    if (!includes.has(DEPLOYMENTS)) return;
    const ids = favorites.map(({ uuid }) => uuid);
    const found = groupBy(await this.deployments.ofFavorites(this.database, ids), ({ favorite_id }) => favorite_id);
    for (const favorite of favorites)
      favorite.deployments = (found.get(favorite.uuid) ?? []).slice(0, NESTED_AT_MOST).map(toFavoriteDeployment);
  }
}
