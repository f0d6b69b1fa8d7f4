import { Injectable } from '@nestjs/common';
import { PatternBudget, PatternBudgetSpent, type SchemeName } from 'version-order';
import { Problem } from '../../api/problem/problem';
import { maskSettings } from '../../common/settings/settings';
import { Database } from '../../database/database';
import { orderingIn, type OrderingRow } from '../../software/software.repository';
import { isDefaultOrdering, orderingProblem } from '../../version/versions/ordering-settings';
import { OrderingService } from '../../version/versions/ordering.service';
import { asProblem } from '../polling/settings-problem';
import { SoftwareSourceRepository } from '../polling/software-source.repository';
import { SourceSettings } from '../polling/source-settings';
import type { Source } from '../sources/source';
import { SourceError } from '../../common/fetch/source-error';
import { formsOf, summaryOf } from './answer-summary';
import type { SourcePreviewResponse } from './dto/preview.response';
import type { PreviewSourceDto } from './dto/preview-source.dto';
import { type AskedAnswer, SourceAsker } from './source-asker';
import { sourceProblem } from './source-problem';

/** Milliseconds for the patterns on all labels of an answer. */
const PATTERNS_MS = 2_000;
/** Types whose entries are tags, which may have several forms. */
const WITH_FORMS = new Set(['docker-tags', 'github-releases', 'gitlab-releases', 'forgejo-releases', 'git-tags']);

/** What is to be previewed. */
interface Previewed {
  source: Source;
  settings: object;
  ordering: OrderingRow;
  inUse: string[];
}

/** Says what a source and an ordering would give, before they are set. */
@Injectable()
export class SourcePreview {
  constructor(
    private readonly database: Database,
    private readonly asker: SourceAsker,
    private readonly settings: SourceSettings,
    private readonly sources: SoftwareSourceRepository,
    private readonly orderings: OrderingService,
  ) {}

  /**
   * Asks the source of a product with other settings, and stores nothing.
   * @throws Problem not-found, invalid-body, and those of `sourceProblem`
   */
  async ofProduct(softwareId: string, input: PreviewSourceDto): Promise<SourcePreviewResponse> {
    const accepted = await asProblem(() => this.accept(softwareId, input));
    const inUse = await this.sources.labelsInUse(softwareId);
    const previewed = { ...accepted, inUse };
    const { source, settings } = previewed;
    try {
      return await this.describe(previewed, await this.asker.begin().source(source, settings, inUse));
    } catch (error) {
      throw error instanceof SourceError ? sourceProblem(error) : error;
    }
  }

  /** @throws Problem invalid-body when a pattern takes too long */
  async describe(
    { source, settings, ordering, inUse }: Previewed,
    answer: AskedAnswer,
  ): Promise<SourcePreviewResponse> {
    const { releases, notice } = answer;
    try {
      const summary = await summaryOf(releases, ordering, new PatternBudget(PATTERNS_MS));
      const hasForms = WITH_FORMS.has(source.type);
      const { forms } = hasForms ? await formsOf(releases, inUse, ordering.scheme as SchemeName) : { forms: [] };
      for (const form of forms) form.chosen = form.tag_pattern === ordering.tag_pattern;
      const shown = { type: source.type, title: source.title, settings: maskSettings(source.settingsClass, settings) };
      return { source: shown, ordering: orderingIn(ordering), ...summary, forms, notice };
    } catch (error) {
      if (!(error instanceof PatternBudgetSpent)) throw error;
      throw Problem.field(error.field, 'takes too long on the entries of this source: use a simpler pattern');
    }
  }

  /** As `PUT` would take it. */
  private accept(softwareId: string, input: PreviewSourceDto): Promise<Omit<Previewed, 'inUse'>> {
    return this.database.transaction(async (sql) => {
      const stored = await this.orderings.lock(sql, softwareId);
      const before = await this.sources.lock(sql, softwareId);
      const type = input.type ?? before?.type;
      if (type === undefined) throw Problem.field('type', 'is required: the product has no source');
      const { source, settings } =
        input.settings === undefined && before?.type === type
          ? this.settings.stored(softwareId, before)
          : await this.settings.accept(softwareId, { type, settings: input.settings, interval: null }, before);
      const scheme = before?.type !== type && isDefaultOrdering(stored) ? source.scheme : undefined;
      const ordering = { ...stored, ...(scheme && { scheme }), ...input.ordering };
      const problem = orderingProblem(ordering, stored);
      if (problem) throw Problem.field(`ordering.${problem.field}`, problem.message);
      return { source, settings, ordering };
    });
  }
}
