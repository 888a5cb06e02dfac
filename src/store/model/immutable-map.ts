/** A copy of a map with one value more, or another value under the same key, which keeps its place. */
export const withEntry = <Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value): ReadonlyMap<Key, Value> =>
	new Map(map).set(key, value);

/** A map without one of its keys: the same map if it does not have it. */
export function withoutEntry<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): ReadonlyMap<Key, Value> {
	if (!map.has(key)) return map;
	const rest = new Map(map);
	rest.delete(key);
	return rest;
}

export const mapValues = <Key, Value>(
	map: ReadonlyMap<Key, Value>,
	change: (value: Value) => Value,
): ReadonlyMap<Key, Value> => new Map([...map].map(([key, value]) => [key, change(value)]));
