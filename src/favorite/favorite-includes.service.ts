import { Injectable } from '@nestjs/common';
import { groupBy } from 'small-parts';
import { NESTED_AT_MOST } from '../api/list/nested';
import { Database } from '../database/database';
import { LifecycleRepository } from '../version/lifecycle/lifecycle.repository';
import { supportResponse } from '../version/lifecycle/lifecycle.response';
import { LifecycleService } from '../version/lifecycle/lifecycle.service';
import type { Cycle } from '../version/lifecycle/product-cycle';
import { SupportKind } from '../version/lifecycle/support';
import { INCLUDE_RELEASES, ReleaseCountRepository } from '../software/release-count.repository';
import { DeploymentRepository } from './deployment/deployment.repository';
import { type FavoriteHighlights, type FavoriteResponse, toFavoriteDeployment } from './dto/favorite.response';
import { PolicyService } from './policy/policy.service';
import { FavoriteRiskService } from './store/favorite-risk.service';
import { DEPLOYMENTS, HIGHLIGHTS, POLICY, RISK, SUPPORT, TAGS } from './store/favorite.list';
import type { FavoriteRow, Includes } from './store/favorite.repository';
import { TagService } from './tag/tag.service';
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

/** Loads what a request includes of favorites, beside what their statement has. */
@Injectable()
export class FavoriteIncludesService {
  constructor(
    private readonly database: Database,
    private readonly policies: PolicyService,
    private readonly releases: ReleaseCountRepository,
    private readonly supports: FavoriteSupportService,
    private readonly risks: FavoriteRiskService,
    private readonly deployments: DeploymentRepository,
    private readonly highlights: HighlightRepository,
    private readonly tags: TagService,
  ) {}

  /** @param rows those of the favorites, in the same order */
  async add(favorites: FavoriteResponse[], rows: FavoriteRow[], includes: Includes): Promise<void> {
    const ids = favorites.map(({ uuid }) => uuid);
    if (includes.has(POLICY)) {
      const policies = await this.policies.readAll(ids);
      for (const favorite of favorites) favorite.policy = policies.get(favorite.uuid);
    }
    if (includes.has(INCLUDE_RELEASES)) {
      const found = await this.releases.byMonth(rows.map(({ software_id }) => software_id));
      favorites.forEach((favorite, index) => (favorite.releases = found.get(rows[index]!.software_id)));
    }
    await this.supports.add(favorites, rows, includes);
    if (includes.has(RISK)) {
      const risks = await this.risks.of(rows.slice(0, favorites.length));
      favorites.forEach((favorite, index) => (favorite.risk = risks[index]));
    }
    if (includes.has(DEPLOYMENTS)) await this.addDeployments(favorites, ids);
    if (includes.has(HIGHLIGHTS)) await this.addHighlights(favorites);
    if (includes.has(TAGS)) {
      const found = await this.tags.of(this.database, ids);
      for (const favorite of favorites) favorite.tags = (found.get(favorite.uuid) ?? []).map(({ name }) => name);
    }
  }

  private async addDeployments(favorites: FavoriteResponse[], ids: string[]): Promise<void> {
    const rows = await this.deployments.ofFavorites(this.database, ids, NESTED_AT_MOST);
    const found = groupBy(rows, ({ favorite_id }) => favorite_id);
    for (const favorite of favorites) favorite.deployments = (found.get(favorite.uuid) ?? []).map(toFavoriteDeployment);
  }

  /** What the notes of the versions on offer warn of. */
  private async addHighlights(favorites: FavoriteResponse[]): Promise<void> {
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
