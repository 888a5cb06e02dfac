/**
Memoizes a pure function. The first argument, an object, keeps the last result and the other arguments that led to it, so put the argument that changes most often first.

Only for functions that a bench shows to be slow, or whose result is compared by identity.
*/
export const memo = <Args extends readonly [object, ...unknown[]], Result>(make: (...args: Args) => Result) =>
	memoOn<Args, Result>((...args) => args, make);

/** Memoizes a function by `parts`, everything it depends on. The first part keeps the result. */
export function memoOn<Args extends readonly unknown[], Result>(
	parts: (...args: Args) => readonly [object, ...unknown[]],
	make: (...args: Args) => Result,
): (...args: Args) => Result {
	const results = new WeakMap<object, {readonly others: readonly unknown[]; readonly result: Result}>();
	return (...args) => {
		const [owner, ...others] = parts(...args);
		const last = results.get(owner);
		if (last && isSameList(last.others, others)) return last.result;
		const result = make(...args);
		results.set(owner, {others, result});
		return result;
	};
}

/** Called for every row of the board, so it creates no function. */
export function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
	if (a === b) return true;
	if (a.length !== b.length) return false;
	for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
	return true;
}
