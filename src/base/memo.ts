/**
Returns `make` with a memory of one call: the same arguments, compared by identity, return the same result again.

It is for pure functions of the state that a bench shows to be slow, and is applied once, where the function is declared. Whether a result is kept never changes what it is.
*/
export function memoLast<Args extends readonly unknown[], Result>(
	make: (...args: Args) => Result,
): (...args: Args) => Result {
	let last: {readonly args: Args; readonly result: Result} | undefined;
	return (...args) => {
		const known = last;
		if (known && known.args.length === args.length && known.args.every((arg, at) => arg === args[at]))
			return known.result;
		const result = make(...args);
		last = {args, result};
		return result;
	};
}
