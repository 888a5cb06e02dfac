/**
Returns `make` with a memory in its first argument: called again with the same arguments, it returns the same result. Each object keeps the result of the last other arguments, and for as long as it lives.

For pure functions that a bench shows to be slow, or whose result is compared by identity. The first argument is the one that changes most often.
*/
export const memo = <Args extends readonly [object, ...unknown[]], Result>(make: (...args: Args) => Result) =>
	memoOn<Args, Result>((...args) => args, make);

/** Like `memo`, for a function that depends on nothing in its arguments but `parts`, the first of which remembers. */
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

/** Whether two lists hold the same items in the same order. It is called for every row of the board, so it creates no function. */
export function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
	if (a === b) return true;
	if (a.length !== b.length) return false;
	for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
	return true;
}

/** Whether two records of one type hold the same. */
export function isSameRecord<Thing extends object>(a: Thing, b: Thing): boolean {
	if (a === b) return true;
	for (const key in a) if (a[key] !== b[key]) return false;
	return true;
}
