/** Something that is read in turn. */
type Entry<Item> = {
	readonly item: Item;
	readonly line: Line<Item>;
	before: Entry<Item> | undefined;
	after: Entry<Item> | undefined;
};

/** Those of about the same value, the one that was read longest ago first. */
type Line<Item> = {first: Entry<Item> | undefined; last: Entry<Item> | undefined};

/** Two lines for each doubling of the value; whatever is worth less than all of them stands in the lowest. */
const perDoubling = 2;
const lowest = -80;

export type ReadQueue<Item> = {
	readonly remove: (item: Item) => void;
	readonly size: () => number;
	/** Puts it last in the line of its value, because it was just read or has just become known. */
	readonly append: (item: Item, value: number) => void;
	/** Calls back with the first of each line that may be read. Few may not, so those are passed over. */
	readonly forEachFirst: (canRead: (item: Item) => boolean, callback: (item: Item) => void) => void;
};

/**
What is read in turn, in lines by value. Of things with the same value the one that was read longest ago is always due first, so to find the best of all, only the first of each line has to be looked at: their number grows with the range of the values, not with the number of things.
*/
export function createReadQueue<Item>(): ReadQueue<Item> {
	const lines = new Map<number, Line<Item>>();
	const entries = new Map<Item, Entry<Item>>();

	const remove = (item: Item) => {
		const entry = entries.get(item);
		if (!entry) return;
		entries.delete(item);
		const {line, before, after} = entry;
		if (before) before.after = after;
		else line.first = after;
		if (after) after.before = before;
		else line.last = before;
	};

	return {
		remove,
		size: () => entries.size,

		append(item: Item, value: number) {
			remove(item);
			const key = value > 0 ? Math.max(lowest, Math.floor(perDoubling * Math.log2(value))) : lowest;
			const line = lines.get(key) ?? {first: undefined, last: undefined};
			lines.set(key, line);
			const entry: Entry<Item> = {item, line, before: line.last, after: undefined};
			if (line.last) line.last.after = entry;
			else line.first = entry;
			line.last = entry;
			entries.set(item, entry);
		},

		forEachFirst(canRead: (item: Item) => boolean, callback: (item: Item) => void) {
			for (const line of lines.values()) {
				let entry = line.first;
				while (entry && !canRead(entry.item)) entry = entry.after;
				if (entry) callback(entry.item);
			}
		},
	};
}
