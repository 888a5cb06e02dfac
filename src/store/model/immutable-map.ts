/** Returns a copy of a map with one entry set. An existing key keeps its position. */
export const withEntry = <Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value): ReadonlyMap<Key, Value> =>
	new Map(map).set(key, value);

/** Returns a copy of a map without one key, or the same map if the key is absent. */
export function withoutEntry<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): ReadonlyMap<Key, Value> {
	if (!map.has(key)) return map;
	const rest = new Map(map);
	rest.delete(key);
	return rest;
}
