import { Injectable } from '@nestjs/common';
import { TypeRegistry } from '../../common/plugin/type-registry';
import { SettingsError } from '../../common/settings/settings';
import type { Source } from './source';

/** The types of sources. */
@Injectable()
export class SourceRegistry extends TypeRegistry<Source> {
  protected readonly part = 'source';

  /** @throws SettingsError naming `type` */
  require(type: string): Source {
    const source = this.get(type);
    if (source) return source;
    const types = this.all().map((one) => one.type);
    throw new SettingsError([{ field: 'type', message: `must be one of ${types.join(', ')}` }]);
  }
}
