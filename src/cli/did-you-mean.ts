export function nearest(word: string, known: readonly string[]): string | undefined {
	let best: string | undefined;
	// One typo per three letters, so that short words are not confused.
	let minTypos = Math.floor(word.length / 3) + 1;
	for (const candidate of known) {
		if (word.length > 2 && candidate.startsWith(word)) return candidate;
		const typos = distance(word, candidate);
		if (typos >= minTypos) continue;
		best = candidate;
		minTypos = typos;
	}

	return best;
}

/** The edit distance with transpositions (optimal string alignment). */
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
