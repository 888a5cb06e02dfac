/** The known word that somebody most likely meant, or `undefined` when none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
	let best: string | undefined;
	// One slip in three letters, so that short words are not taken for one another.
	let bestSlips = Math.floor(word.length / 3) + 1;
	for (const candidate of known) {
		if (word.length > 2 && candidate.startsWith(word)) return candidate;
		const slips = distance(word, candidate);
		if (slips >= bestSlips) continue;
		best = candidate;
		bestSlips = slips;
	}

	return best;
}

/** How many letters must be added, dropped, replaced, or swapped with their neighbour to turn one word into the other. */
function distance(from: string, to: string): number {
	let before: number[] = [];
	let above = Array.from({length: to.length + 1}, (_, column) => column);
	for (let row = 1; row <= from.length; row++) {
		const here = [row];
		for (let column = 1; column <= to.length; column++) {
			const isSame = from[row - 1] === to[column - 1];
			const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
			const at = (line: readonly number[], index: number) => line[index] ?? Number.POSITIVE_INFINITY;
			here[column] = Math.min(
				at(above, column) + 1,
				at(here, column - 1) + 1,
				at(above, column - 1) + (isSame ? 0 : 1),
				isSwapped ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
			);
		}

		before = above;
		above = here;
	}

	return above[to.length] ?? to.length;
}
