import { childOf, childrenOf, type XmlElement } from '../parsing/xml';
import { elsewhere } from '../base/elsewhere';
import { InventoryError } from '../base/inventory-error';
import type { InventoryFile } from '../base/inventory-file';
import type { InventoryReader } from '../base/inventory-reader';
import { MAX_TEXT } from '../base/limits';
import { readXml, textIn } from '../base/xml-tree';

type Properties = Map<string, string>;

const MAX_PARENTS = 8;
const MAX_NESTING = 8;

/** Maven's `pom.xml`: its dependencies, with properties, managed versions and parents that are beside it. A range is its lower end. */
export const pom: InventoryReader = {
  format: 'pom',
  fileName: /(^|\/)pom\.xml$|\.pom$/,
  recognizes: (file) =>
    file.looksLikeXml && file.xml.name === 'project' && file.xml.children.some(({ name }) => PARTS.has(name)),
  *read(file) {
    if (file.xml.name !== 'project') throw new InventoryError('It is XML, but not a Maven project');
    const projects = [file.xml, ...parentsOf(file)].flatMap((project) => [...activeProfilesOf(project), project]);
    const properties = propertiesOf(projects);
    const managed = managedVersions(projects, properties);
    const known = new Set<string>();
    for (const [at, dependency] of projects.flatMap(dependenciesOf).entries()) {
      const where = `dependencies[${at}]`;
      const [group, artifact] = ['groupId', 'artifactId'].map((name) => resolve(textIn(dependency, name), properties));
      const name = `${group}:${artifact}`;
      if (!group || !artifact) yield { name: null, where, reason: 'it has no groupId and artifactId' };
      else if (!known.has(name)) {
        const version = versionOf(resolve(textIn(dependency, 'version'), properties) ?? managed.get(name) ?? null);
        const isFile = textIn(dependency, 'systemPath') !== null || textIn(dependency, 'scope') === 'system';
        yield {
          ...{ name, version, direct: true, where, package: { type: 'maven', namespace: group, name: artifact } },
          elsewhere: elsewhere(isFile ? 'path' : null),
        };
      }
      known.add(name);
    }
  },
};

const PARTS = new Set([
  'modelVersion',
  'groupId',
  'artifactId',
  'dependencies',
  'dependencyManagement',
  'parent',
  'build',
]);

/** Profiles that are active by default: their values override those of the project. */
const activeProfilesOf = (project: XmlElement) =>
  childrenOf(childOf(project, 'profiles'), 'profile').filter(
    (profile) => textIn(childOf(profile, 'activation'), 'activeByDefault') === 'true',
  );

const dependenciesOf = (project: XmlElement) => childrenOf(childOf(project, 'dependencies'), 'dependency');

function parentsOf(file: InventoryFile): XmlElement[] {
  const parents: XmlElement[] = [];
  let [project, folder]: [XmlElement | null, string] = [file.xml, ''];
  while (project !== null && parents.length < MAX_PARENTS) {
    const parent: XmlElement | undefined = childOf(project, 'parent');
    if (parent === undefined) break;
    const path: string = textIn(parent, 'relativePath') ?? '../pom.xml';
    const text: string | null = childOf(parent, 'relativePath')?.text.trim() === '' ? null : file.beside(folder + path);
    project = text === null ? null : tryRead(text);
    if (project !== null) parents.push(project);
    folder += path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : '';
  }
  return parents;
}

function tryRead(text: string): XmlElement | null {
  try {
    const element = readXml(text);
    return element.name === 'project' ? element : null;
  } catch (error) {
    if (error instanceof InventoryError) return null;
    throw error;
  }
}

/** The nearest project wins. */
function propertiesOf(projects: XmlElement[]): Properties {
  const properties: Properties = new Map();
  for (const project of projects.toReversed()) {
    for (const { name, text } of childOf(project, 'properties')?.children ?? []) properties.set(name, text.trim());
    for (const name of ['groupId', 'artifactId', 'version']) {
      const ofParent = textIn(childOf(project, 'parent'), name);
      const own = textIn(project, name) ?? (name === 'artifactId' ? null : ofParent);
      if (ofParent !== null) properties.set(`project.parent.${name}`, ofParent);
      if (own !== null) for (const prefix of ['project.', 'pom.', '']) properties.set(prefix + name, own);
    }
  }
  return properties;
}

function managedVersions(projects: XmlElement[], properties: Properties): Map<string, string> {
  const managed = new Map<string, string>();
  for (const project of projects.toReversed())
    for (const one of dependenciesOf(childOf(project, 'dependencyManagement') ?? project)) {
      const [group, artifact, version] = ['groupId', 'artifactId', 'version'].map((name) =>
        resolve(textIn(one, name), properties),
      );
      if (group && artifact && version) managed.set(`${group}:${artifact}`, version);
    }
  return managed;
}

/** @returns null when a property is not known, or leads to too much */
function resolve(text: string | null, properties: Properties, nesting = 0): string | null {
  if (text === null || nesting > MAX_NESTING || text.length > 2 * MAX_TEXT) return null;
  let isKnown = true;
  const result = text.replace(/\$\{([^${}]*)\}/g, (_, name: string) => {
    const value = properties.get(name.trim());
    if (value === undefined) isKnown = false;
    return value ?? '';
  });
  if (!isKnown) return null;
  return result.includes('${') ? resolve(result, properties, nesting + 1) : result;
}

const versionOf = (text: string | null) =>
  text === null ? null : (/^[[(]\s*([^,\])]+)/.exec(text)?.[1]?.trim() ?? text);
