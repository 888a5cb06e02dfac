/** Keeps what is derived from parts of the state, for as long as those parts live. Belongs to one state and all that follow it; whether a value is kept never changes what is shown. */
export type Memo = {
	/** Returns the value with this name that is derived from `from`. Calls `make`, with the value before, only if there is none or one of the `parts` that it also depends on has changed. */
	readonly kept: <Made>(
		name: string,
		from: object,
		parts: readonly unknown[],
		make: (before: Made | undefined) => Made,
	) => Made;
};

type Kept = {readonly parts: readonly unknown[]; readonly value: unknown};

/** Whether two lists hold the same items in the same order. It is called for every row of the board, so it creates no function. */
export function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
	if (a === b) return true;
	if (a.length !== b.length) return false;
	for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
	return true;
}

export function createMemo(): Memo {
	const byName = new Map<string, WeakMap<object, Kept>>();
	const valuesOf = (name: string): WeakMap<object, Kept> => {
		const known = byName.get(name);
		if (known) return known;
		const values = new WeakMap<object, Kept>();
		byName.set(name, values);
		return values;
	};

	return {
		kept<Made>(name: string, from: object, parts: readonly unknown[], make: (before: Made | undefined) => Made) {
			const values = valuesOf(name);
			const last = values.get(from);
			if (last && isSameList(parts, last.parts)) return last.value as Made;
			const value = make(last?.value as Made | undefined);
			values.set(from, {parts, value});
			return value;
		},
	};
}
