import { Injectable } from '@nestjs/common';
import { NamedSoftwareRepository } from '../../software/named-software.repository';
import { NotesCommandRepository } from './notes-command.repository';
import { NotesReader } from './notes-reader';
import { NoteStore } from '../../version/release-notes/store/note-store';

/** The commands `notes fetch` and `notes show`. */
@Injectable()
export class NotesCommand {
  constructor(
    private readonly named: NamedSoftwareRepository,
    private readonly repository: NotesCommandRepository,
    private readonly reader: NotesReader,
    private readonly store: NoteStore,
  ) {}

  /**
   * @returns how many versions have other notes now; null = they are read with its source, or nowhere, or its host is paused or busy
   * @throws Error saying why they could not be read
   */
  async fetch(software: string): Promise<number | null> {
    return this.reader.readNow(await this.named.require(software));
  }

  /** Notes of the versions above `from`, up to `to`, newest first: at most 200 versions. @throws Error naming the unknown product or version */
  async show(software: string, from?: string, to?: string): Promise<object[]> {
    const id = await this.named.require(software);
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
}
