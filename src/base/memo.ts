/**
Returns `make` with a memory of its last call: identical arguments return the same result again. Others get the result before, so that what has not changed in it can stay the same object.

For pure functions of the state that a bench shows to be slow.
*/
export function memoFrom<Args extends readonly unknown[], Result>(
	make: (before: Result | undefined, ...args: Args) => Result,
): (...args: Args) => Result {
	let last: {readonly args: Args; readonly result: Result} | undefined;
	return (...args) => {
		if (last && isSameList(last.args, args)) return last.result;
		const result = make(last?.result, ...args);
		last = {args, result};
		return result;
	};
}

/** Like `memoFrom`, for a function that depends on nothing in its arguments but `parts`, and needs no result before. */
export const memoOn = <Args extends readonly unknown[], Result>(
	parts: (...args: Args) => readonly unknown[],
	make: (...args: Args) => Result,
): ((...args: Args) => Result) => {
	let last: {readonly parts: readonly unknown[]; readonly result: Result} | undefined;
	return (...args) => {
		const now = parts(...args);
		if (!last || !isSameList(last.parts, now)) last = {parts: now, result: make(...args)};
		return last.result;
	};
};

/** Like `memoOn`, for a function that depends on its arguments. */
export const memoLast = <Args extends readonly unknown[], Result>(make: (...args: Args) => Result) =>
	memoOn<Args, Result>((...args) => args, make);

/** Like `memoLast`, but keeps the result for each object, for as long as the object lives. */
export function memoEach<From extends object, Result>(make: (from: From) => Result): (from: From) => Result {
	const results = new WeakMap<From, {readonly result: Result}>();
	return from => {
		const {result} = results.get(from) ?? {result: make(from)};
		results.set(from, {result});
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
