import { type Fields, isFields, listOf, RecordProblem, textsOf } from '../matching/fields';
import { PRODUCTS_AT_MOST, type VexProduct } from './statement';
import { productsOf } from './vex-product';

/** Branches in branches. */
const DEPTH_AT_MOST = 50;

interface Branch {
  list: unknown;
  depth: number;
  version: unknown;
}

/**
 * The products of a `product_tree` by their ids, and ids by the names of groups. Products that are a part of another one (`relationships`) count
 * only with a name of their own.
 * @throws RecordProblem
 */
export function csafProducts(tree: Fields): { products: Map<string, VexProduct[]>; groups: Map<string, string[]> } {
  const products = new Map<string, VexProduct[]>();
  const add = (given: unknown, version: unknown) => {
    if (!isFields(given) || typeof given.product_id !== 'string') return;
    if (products.size >= PRODUCTS_AT_MOST) throw new RecordProblem(`has more than ${PRODUCTS_AT_MOST} products`);
    products.set(given.product_id, productsOf({ names: namesOf(given), version }));
  };
  for (const one of listOf(tree.full_product_names, 'full_product_names', PRODUCTS_AT_MOST)) add(one, undefined);
  for (const one of listOf(tree.relationships, 'relationships', PRODUCTS_AT_MOST).filter(isFields))
    add(one.full_product_name, undefined);
  const open: Branch[] = [{ list: tree.branches, depth: 0, version: undefined }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.depth > DEPTH_AT_MOST)
      throw new RecordProblem(`has branches that are nested more than ${DEPTH_AT_MOST} deep`);
    for (const one of listOf(next.list, 'branches', PRODUCTS_AT_MOST).filter(isFields)) {
      const version = /^product_version(?:_range)?$/.test(String(one.category)) ? one.name : next.version;
      add(one.product, version);
      open.push({ list: one.branches, depth: next.depth + 1, version });
    }
  }
  return { products, groups: groupsOf(tree) };
}

/** 2.1 has a list of package URLs. */
function namesOf({ product_identification_helper: helper }: Fields): unknown[] {
  if (!isFields(helper)) return [];
  return textsOf([helper.purl, helper.cpe, ...listOf(helper.purls, 'purls', 10)]);
}

function groupsOf(tree: Fields): Map<string, string[]> {
  const given = listOf(tree.product_groups, 'product_groups', 10_000).filter(isFields);
  return new Map(
    given.map((one) => [String(one.group_id), textsOf(listOf(one.product_ids, 'product_ids', PRODUCTS_AT_MOST))]),
  );
}
