/** How many of the first `length` places come before a point, where `isBefore` is true up to there and false from there on. */
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
