import type {Deployment} from '../../../src/api/types.ts';
import {said} from '../../../src/text.ts';
import {deployment} from '../../present/records.ts';

export type Order = 'newest first' | 'oldest first' | 'shuffled';

export type Nature = {
	readonly order: Order;
	/** Dates are whole multiples of it: the larger, the more are equal. */
	readonly grain: number;
	/** Every so many have no date: 0 for none. */
	readonly undated: number;
	/** What becomes of the limit: ignored gives all, or as many as where none is asked for. */
	readonly limit: 'kept' | 'gives all' | 'gives 50';
	readonly count: number;
	readonly seed: number;
};

/** A service of one project that sends its deployments in some order, or in none. It knows what is true. */
export function createOrderedService({order, grain, undated, limit: limited, count, seed}: Nature) {
	let made = 0;
	let random = seed;
	const roll = () => {
		random = (random * 1_103_515_245 + 12_345) % 2 ** 31;
		return random / 2 ** 31;
	};
	let all: readonly Deployment[] = [];
	const create = (at: number, isOver: boolean) => {
		made++;
		const createdAt = undated > 0 && made % undated === 0 ? undefined : Math.floor(at / grain) * grain;
		const end = isOver ? {concludedAt: at} : {conclusion: undefined, concludedAt: undefined};
		all = [...all, deployment({id: `d${made}`, createdAt, ...end})];
	};
	for (let at = 0; at < count; at++) create(at, true);
	const value = ({createdAt = Number.NEGATIVE_INFINITY}: Deployment) => createdAt;
	const ordered = () => {
		const mixed = all.map(one => ({one, by: roll()})).sort((a, b) => a.by - b.by);
		const rows = mixed.map(({one}) => one);
		if (order === 'shuffled') return rows;
		const sorted = rows.sort((a, b) => (value(a) === value(b) ? 0 : value(b) - value(a)));
		return order === 'newest first' ? sorted : sorted.reverse();
	};
	return {
		create,
		has: (id: string) => all.some(one => one.id === id),
		get: (index: number) => all[index % Math.max(1, all.length)],
		remove(index: number) {
			all = all.filter((_, at) => at !== index % all.length);
		},
		conclude(index: number, at: number) {
			const place = index % Math.max(1, all.length);
			all = all.map((one, index) =>
				index === place && one.concludedAt === undefined ? {...one, conclusion: said('success'), concludedAt: at} : one,
			);
		},
		list(limit: number) {
			const sent = {kept: limit, 'gives all': Number.POSITIVE_INFINITY, 'gives 50': 50}[limited];
			return {deployments: ordered().slice(0, sent), requestId: undefined, unreadable: 0};
		},
	};
}
