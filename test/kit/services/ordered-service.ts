import type {Deployment} from '../../../src/api/types.ts';
import {serviceText} from '../../../src/base/text.ts';
import {createDice} from '../../../src/sandbox/random.ts';
import {deployment} from '../../present/records.ts';

export type Order = 'newest first' | 'oldest first' | 'shuffled';

export type OrderedServiceOptions = {
	readonly order: Order;
	/** Creation dates are rounded down to multiples of this, so a larger step makes more of them equal. */
	readonly dateStepMs: number;
	/** Every nth deployment has no creation date; 0 for none. */
	readonly undatedEvery: number;
	readonly isLimitIgnored: boolean;
	readonly count: number;
	readonly seed: number;
};

/** Builds a model of a service with the deployments of one project. It lists them in the given order, and tells the test which deployments exist. */
export function createOrderedService({
	order,
	dateStepMs,
	undatedEvery,
	isLimitIgnored,
	count,
	seed,
}: OrderedServiceOptions) {
	let createdCount = 0;
	const roll = createDice(seed, 'order');
	let all: readonly Deployment[] = [];
	const create = (at: number, isConcluded: boolean) => {
		createdCount++;
		const isUndated = undatedEvery > 0 && createdCount % undatedEvery === 0;
		const createdAt = isUndated ? undefined : Math.floor(at / dateStepMs) * dateStepMs;
		const conclusion = isConcluded ? {concludedAt: at} : {conclusion: undefined, concludedAt: undefined};
		all = [...all, deployment({id: `d${createdCount}`, createdAt, ...conclusion})];
	};
	for (let at = 0; at < count; at++) create(at, true);
	const dateOf = ({createdAt = -1}: Deployment) => createdAt;
	const ordered = () => {
		const ranked = all.map(one => ({one, rank: roll()})).sort((a, b) => a.rank - b.rank);
		const rows = ranked.map(({one}) => one);
		if (order !== 'shuffled') rows.sort((a, b) => dateOf(b) - dateOf(a));
		return order === 'oldest first' ? rows.reverse() : rows;
	};
	return {
		create,
		has: (id: string) => all.some(one => one.id === id),
		get: (index: number) => all[index % all.length],
		remove(index: number) {
			all = all.filter((_, at) => at !== index % all.length);
		},
		conclude(index: number, at: number) {
			const target = all[index % all.length];
			if (target?.concludedAt !== undefined) return;
			const concluded = {conclusion: serviceText('success'), concludedAt: at};
			all = all.map(one => (one === target ? {...one, ...concluded} : one));
		},
		list(limit: number) {
			const deployments = ordered().slice(0, isLimitIgnored ? undefined : limit);
			return {deployments, requestId: undefined, unreadable: 0};
		},
	};
}
