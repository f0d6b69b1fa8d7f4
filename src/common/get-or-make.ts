/** The value of a key, made when there is none yet. Lists that are grouped by a key are pushed to, never copied: copying costs the square of their length. */
export function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
