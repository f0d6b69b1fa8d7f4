import { createReadStream, readFileSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve, sep } from 'node:path';
import type { Inventory } from './base/component';
import { InventoryError } from './base/inventory-error';
import { MAX_BYTES } from './base/limits';
import { readInventory } from './read-inventory';

/** Reads an inventory file and the files that it names. @param file path, or - for stdin */
export async function readInventoryFile(file: string, format: string | undefined): Promise<Inventory> {
  const title = file === '-' ? 'stdin' : file;
  try {
    if (file === '-') return readInventory(await bytesOf(process.stdin), { format });
    const path = resolve(file).split(sep).join('/');
    const bytes = await bytesOf(createReadStream(file));
    return readInventory(bytes, { format, path, beside: (name) => textBeside(resolve(file, '..'), name) });
  } catch (error) {
    if (error instanceof InventoryError) throw new Error(`${title}: ${error.message}`, { cause: error });
    const { code } = error as NodeJS.ErrnoException;
    throw code === undefined ? error : new Error(`${title} cannot be read: ${code}`, { cause: error });
  }
}

/** Not much more than is read, so that the reader sees that it is too large. */
async function bytesOf(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > MAX_BYTES) break;
  }
  return Buffer.concat(chunks);
}

/** A file that the inventory names: a regular one, by a relative path. */
function textBeside(folder: string, name: string): string | null {
  if (isAbsolute(name) || name.includes('\0')) return null;
  const path = join(folder, name);
  try {
    const about = statSync(path);
    return about.isFile() && about.size <= MAX_BYTES ? readFileSync(path, 'utf8') : null;
  } catch {
    return null;
  }
}
