/** Returns a copy of a map without one key, or the same map if the key is absent. */
export function withoutEntry<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): ReadonlyMap<Key, Value> {
	if (!map.has(key)) return map;
	const rest = new Map(map);
	rest.delete(key);
	return rest;
}

/** Returns the first index below `length` for which `isBefore` is false, or `length`. `isBefore` must be true up to some index and false from there on. */
export function partitionPoint(length: number, isBefore: (index: number) => boolean): number {
	let low = 0;
	let high = length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (isBefore(middle)) low = middle + 1;
		else high = middle;
	}

	return low;
}
