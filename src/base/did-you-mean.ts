export function didYouMean(word: string, known: readonly string[]): string {
	const meant = nearest(word, known);
	return meant === undefined ? '' : ` Did you mean ${meant}?`;
}

const maxTypos = 3;

/** Prefers a word that begins with `typed`, then the word with the fewest typos, then a word that `typed` abbreviates. */
export function nearest(typed: string, known: readonly string[]): string | undefined {
	const word = typed.toLowerCase();
	let best: string | undefined;
	let abbreviated: string | undefined;
	// Allows one typo per three letters, so that short words are not confused.
	let minTypos = Math.min(maxTypos, Math.floor(word.length / 3)) + 1;
	for (const candidate of known) {
		const name = candidate.toLowerCase();
		if (word.length > 2 && name.startsWith(word)) return candidate;
		if (isAbbreviation(word, name)) abbreviated ??= candidate;
		if (Math.abs(name.length - word.length) >= minTypos) continue;
		const typos = editDistance(word, name, minTypos);
		if (typos >= minTypos) continue;
		best = candidate;
		minTypos = typos;
	}

	return best ?? abbreviated;
}

function isAbbreviation(word: string, whole: string): boolean {
	if (word.length < 3 || word.length * 2 < whole.length || word[0] !== whole[0]) return false;
	let at = 0;
	for (const letter of whole) if (letter === word[at]) at++;
	return at === word.length;
}

function editDistance(from: string, to: string, max: number): number {
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

		// Later rows are no closer. Stopping here matters for 100,000 names.
		if (Math.min(...here) >= max) return max;
		before = above;
		above = here;
	}

	return above[to.length] ?? to.length;
}
