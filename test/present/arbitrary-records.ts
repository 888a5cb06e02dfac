import fc from 'fast-check';
import type {Deployment} from '../../src/api/types.ts';
import {serviceText} from '../../src/base/text.ts';
import type {ObservedStatus, StatusChange} from '../../src/model/deployment-changes.ts';
import {hostileText} from '../kit/faults/hostile-texts.ts';
import {deployment, now} from './records.ts';

/** A time that may be missing, contradictory or far away. */
const anyTime: fc.Arbitrary<number | undefined> = fc.oneof(
	fc.integer({min: now - 90_000_000, max: now + 3_600_000}),
	fc.integer({min: now - 900_000, max: now}),
	fc.constantFrom(undefined, 0, Date.UTC(0, 0, 1), Date.UTC(9999, 11, 31)),
);

const knownStatus = fc.constantFrom('queued', 'building', 'uploading', 'success', 'failure', 'cancelled', 'landed');

export type ObservedDeployment = {readonly deployment: Deployment; readonly changes: readonly StatusChange[]};

/** Records that may contradict themselves, whose ids and statuses are taken from `word`. */
const records = (word: fc.Arbitrary<string>): fc.Arbitrary<readonly ObservedDeployment[]> => {
	const anySaid = fc.option(
		word.map(text => serviceText(text)),
		{nil: undefined},
	);
	const statuses: fc.Arbitrary<ObservedStatus> = fc.record({
		status: anySaid,
		conclusion: anySaid,
		concludedAt: anyTime,
	});
	const changes: fc.Arbitrary<StatusChange> = fc
		.record({from: statuses, to: statuses, after: anyTime, before: anyTime})
		.map(({after = 0, before = 0, ...rest}) => ({
			...rest,
			projectId: 'prj_1',
			deploymentId: 'dep_1',
			after,
			before,
		}));
	const deployments: fc.Arbitrary<Deployment> = fc
		.record({
			id: word,
			environmentId: anySaid,
			status: anySaid,
			conclusion: anySaid,
			uploadVersion: fc.constantFrom(undefined, 0, 42, -1, Number.MAX_SAFE_INTEGER),
			createdAt: anyTime,
			concludedAt: anyTime,
		})
		.map(fields => deployment(fields));
	return fc.array(fc.record({deployment: deployments, changes: fc.array(changes, {maxLength: 6})}), {
		minLength: 1,
		maxLength: 30,
	});
};

/** With control sequences of terminals in texts. */
export const hostileRecords = records(fc.oneof(knownStatus, hostileText));

export const contradictoryRecords = records(knownStatus);

/** A width or height, including invalid ones. */
export const anySize: fc.Arbitrary<number> = fc.oneof(
	fc.integer({min: -2, max: 220}),
	fc.constantFrom(0, 1, 2, 3, 10.7, Number.NaN),
);
