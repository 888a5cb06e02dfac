import fc from 'fast-check';
import {expect, test} from 'vitest';
import {createReadQueue} from '../../../src/store/polling/reading-plan/read-queue.ts';

const command = fc.oneof(
	fc.record({
		do: fc.constant('append' as const),
		item: fc.nat(20),
		value: fc.constantFrom(0, 1e-30, 0.5, 1, 2, 4, 1e6),
	}),
	fc.record({do: fc.constant('remove' as const), item: fc.nat(20), value: fc.constant(0)}),
);

test('items of the same value come in the order they were appended, without blocked ones', () => {
	fc.assert(
		fc.property(fc.array(command, {maxLength: 100}), fc.array(fc.nat(20)), (commands, blocked) => {
			const queue = createReadQueue<number>();
			/** The values in insertion order. */
			const values = new Map<number, number>();
			for (const {do: what, item, value} of commands) {
				values.delete(item);
				if (what === 'append') {
					queue.append(item, value);
					values.set(item, value);
				} else queue.remove(item);
			}

			const first = new Map<number, number>();
			for (const [item, value] of values) if (!blocked.includes(item) && !first.has(value)) first.set(value, item);
			const found = new Set<number>();
			queue.forEachFirst(
				item => !blocked.includes(item),
				item => found.add(item),
			);
			// Items of almost no value share a bucket with those of none.
			const tiny = [first.get(0), first.get(1e-30)].filter(item => item !== undefined);
			const others = [...first].filter(([value]) => value > 1e-20).map(([, item]) => item);
			expect(queue.size()).toBe(values.size);
			for (const item of others) expect(found).toContain(item);
			expect(found.size - others.length).toBe(Math.min(1, tiny.length));
		}),
	);
});
