import { Injectable } from '@nestjs/common';
import { NotesCommandRepository } from './notes-command.repository';
import { SecondReader } from './second-reader';
import { NoteStore } from './store/note-store';

/** The commands `notes fetch` and `notes show`. */
@Injectable()
export class NotesCommand {
  constructor(
    private readonly repository: NotesCommandRepository,
    private readonly reader: SecondReader,
    private readonly store: NoteStore,
  ) {}

  /** @returns how many versions have other notes now; null = they are not read at a second place, or that could not be read */
  async fetch(software: string): Promise<number | null> {
    return this.reader.readNow(await this.require(software));
  }

  /** Notes of the versions above `from`, up to `to`, newest first: at most 200 versions. @throws Error naming what is not known */
  async show(software: string, from?: string, to?: string): Promise<object[]> {
    const id = await this.require(software);
    const [above, upTo] = [await this.keyOf(id, from), await this.keyOf(id, to)];
    const versions = await this.repository.versions(id, above, upTo);
    const notes = await this.store.read(versions.map((version) => version.id));
    return versions.flatMap(({ id: versionId, version }) => {
      const note = notes.get(versionId);
      if (!note) return [];
      const { url, format, size: bytes, breaking, security, cut, text } = note;
      return [{ version, url, format, bytes, breaking, security, cut, notes: text }];
    });
  }

  private async keyOf(softwareId: string, version?: string): Promise<string | null> {
    if (version === undefined) return null;
    const key = await this.repository.keyOf(softwareId, version);
    if (key === null) throw new Error(`The product has no version ${version}.`);
    return key;
  }

  private async require(software: string): Promise<string> {
    const id = await this.repository.software(software);
    if (id === null) throw new Error('No product, or more than one, has this id or name.');
    return id;
  }
}
