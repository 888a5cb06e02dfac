/** An item in its bucket. */
type Entry<Item> = {
	readonly item: Item;
	readonly bucket: Bucket<Item>;
	before: Entry<Item> | undefined;
	after: Entry<Item> | undefined;
};

/** The items of about the same value, the one that was read longest ago first. */
type Bucket<Item> = {first: Entry<Item> | undefined; last: Entry<Item> | undefined};

/** The number of buckets for each doubling of the value. Items of an even lower value are in the lowest bucket. */
const perDoubling = 2;
const lowest = -80;

export type ReadQueue<Item> = {
	readonly remove: (item: Item) => void;
	readonly size: () => number;
	/** Moves an item to the end of the bucket for its value, because it was just read or has just become known. */
	readonly append: (item: Item, value: number) => void;
	/** Calls back with the first item of each bucket that may be read. Few may not, so skipping them is cheap. */
	readonly forEachFirst: (canRead: (item: Item) => boolean, callback: (item: Item) => void) => void;
};

/**
A bucket queue of what is read, by value. Among items of the same value, the one that was read longest ago is due first. So the best item is the first of some bucket, and the number of buckets grows with the range of the values, not with the number of items.
*/
export function createReadQueue<Item>(): ReadQueue<Item> {
	const buckets = new Map<number, Bucket<Item>>();
	const entries = new Map<Item, Entry<Item>>();

	const remove = (item: Item) => {
		const entry = entries.get(item);
		if (!entry) return;
		entries.delete(item);
		const {bucket, before, after} = entry;
		if (before) before.after = after;
		else bucket.first = after;
		if (after) after.before = before;
		else bucket.last = before;
	};

	return {
		remove,
		size: () => entries.size,

		append(item: Item, value: number) {
			remove(item);
			const key = value > 0 ? Math.max(lowest, Math.floor(perDoubling * Math.log2(value))) : lowest;
			const bucket = buckets.get(key) ?? {first: undefined, last: undefined};
			buckets.set(key, bucket);
			const entry: Entry<Item> = {item, bucket, before: bucket.last, after: undefined};
			if (bucket.last) bucket.last.after = entry;
			else bucket.first = entry;
			bucket.last = entry;
			entries.set(item, entry);
		},

		forEachFirst(canRead: (item: Item) => boolean, callback: (item: Item) => void) {
			for (const bucket of buckets.values()) {
				let entry = bucket.first;
				while (entry && !canRead(entry.item)) entry = entry.after;
				if (entry) callback(entry.item);
			}
		},
	};
}
