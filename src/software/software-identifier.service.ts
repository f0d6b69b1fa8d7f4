import { Injectable } from '@nestjs/common';
import { type Identifier, IdentifierError, readIdentifier, uniqueIdentifiers } from 'inventory-reader';
import { audit } from '../access/audit/audit.repository';
import type { Actor } from '../api/identity/actor';
import { Problem } from '../api/problem/problem';
import { Database } from '../database/database';
import type { IdentifiersResponse, WriteIdentifierDto } from './dto/identifier.dto';
import { SoftwareIdentifierRepository } from './identifier/software-identifier.repository';
import { SoftwareTermRepository } from './search/software-term.repository';
import { SoftwareRepository } from './software.repository';

/** The names by which others know a product, as the API reads and writes them. */
@Injectable()
export class SoftwareIdentifierService {
  constructor(
    private readonly database: Database,
    private readonly software: SoftwareRepository,
    private readonly identifiers: SoftwareIdentifierRepository,
    private readonly terms: SoftwareTermRepository,
  ) {}

  /** @throws Problem not-found */
  async read(softwareId: string): Promise<IdentifiersResponse> {
    const found = await this.identifiers.find([softwareId]);
    if (found.size === 0 && !(await this.software.exists(softwareId))) throw Problem.notFound('product');
    return { identifiers: found.get(softwareId) ?? [] };
  }

  /** Replaces those that the API has given; others stay. @throws Problem not-found, invalid-body */
  async replace(caller: Actor, softwareId: string, given: WriteIdentifierDto[]): Promise<IdentifiersResponse> {
    const identifiers = uniqueIdentifiers(given.map(toIdentifier));
    await this.database.transaction(async (sql) => {
      if (!(await this.software.lockById(sql, softwareId))) throw Problem.notFound('product');
      const changed = await this.identifiers.replace(sql, 'api', new Map([[softwareId, identifiers]]));
      if (changed.size === 0) return;
      await this.terms.refresh(sql, [softwareId]);
      await audit(sql, caller, 'software.identifiers-set', softwareId, { identifiers: identifiers.length });
    });
    return this.read(softwareId);
  }
}

function toIdentifier({ type, value }: WriteIdentifierDto, at: number): Identifier {
  try {
    return readIdentifier(type, value);
  } catch (error) {
    if (!(error instanceof IdentifierError)) throw error;
    throw Problem.field(`identifiers.${at}.${error.field}`, error.message);
  }
}
