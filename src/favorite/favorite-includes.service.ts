import { Injectable } from '@nestjs/common';
import { groupBy, NESTED_AT_MOST } from '../common/list/nested';
import { Database } from '../database/database';
import { LifecycleRepository } from '../lifecycle/lifecycle.repository';
import { supportResponse } from '../lifecycle/lifecycle.response';
import { LifecycleService } from '../lifecycle/lifecycle.service';
import type { Cycle } from '../lifecycle/product-cycle';
import { SupportKind } from '../lifecycle/support';
import { DeploymentRepository } from './deployment/deployment.repository';
import { type FavoriteHighlights, type FavoriteResponse, toFavoriteDeployment } from './dto/favorite.response';
import { DEPLOYMENTS, HIGHLIGHTS, SUPPORT } from './store/favorite.list';
import type { FavoriteRow, Includes } from './store/favorite.repository';
import { HighlightRepository, type NoteHighlights } from './store/highlight.repository';

/** Loads the support of favorites, for `includeSupport`. */
@Injectable()
export class FavoriteSupportService {
  constructor(
    private readonly cycles: LifecycleRepository,
    private readonly lifecycles: LifecycleService,
  ) {}

  /** @param rows those of the favorites, in the same order */
  async add(favorites: FavoriteResponse[], rows: FavoriteRow[], includes: Includes): Promise<void> {
    if (!includes.has(SUPPORT) || favorites.length === 0) return;
    const today = await this.lifecycles.today();
    const ids = [...new Set(rows.flatMap(({ lifecycle_id }) => lifecycle_id ?? []))];
    const cycles = ids.length > 0 ? await this.cycles.byId(ids) : new Map<string, Cycle>();
    const cycleOf = ({ lifecycle_id }: FavoriteRow) => cycles.get(lifecycle_id ?? '') ?? null;
    const inUse = rows.map((row) => [row.software_id, cycleOf(row)] as const);
    const known = await this.lifecycles.knownSince(
      new Map(inUse.map(([softwareId, cycle]) => [softwareId, cycle ? [cycle] : []])),
      today,
    );
    favorites.forEach((favorite, index) => {
      const row = rows[index]!;
      const { support, eol_on, extended_until, software_id } = row;
      const facts = {
        kind: support ?? SupportKind.Unknown,
        eolOn: eol_on ?? null,
        extendedUntil: extended_until ?? null,
      };
      favorite.support = supportResponse(cycleOf(row), facts, today, known.get(software_id)!);
    });
  }
}

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

/** Loads what the notes of the versions on offer warn of, for `includeHighlights`. */
@Injectable()
export class FavoriteHighlightsService {
  constructor(private readonly highlights: HighlightRepository) {}

  async add(favorites: FavoriteResponse[], includes: Includes): Promise<void> {
    if (!includes.has(HIGHLIGHTS)) return;
    const outdated = favorites.filter(({ update_available }) => update_available).map(({ uuid }) => uuid);
    const found = groupBy(await this.highlights.of(outdated), ({ favorite_id }) => favorite_id);
    for (const favorite of favorites) favorite.highlights = highlightsOf(found.get(favorite.uuid) ?? []);
  }
}

function highlightsOf(versions: NoteHighlights[]): FavoriteHighlights {
  const ids = new Set(
    versions.flatMap(({ security }) => (security === null ? [] : (JSON.parse(security) as string[]))),
  );
  return {
    breaking: versions.reduce((sum, { breaking }) => sum + breaking, 0),
    security: [...ids].slice(0, NESTED_AT_MOST),
  };
}
