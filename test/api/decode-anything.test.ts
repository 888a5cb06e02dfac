import fc from 'fast-check';
import {expect, test} from 'vitest';
import {decodeDeployment, decodeDeploymentList, decodeProject, decodeProjectPage} from '../../src/api/decode.ts';
import {ApiError} from '../../src/api/errors.ts';
import {isJsonObject} from '../../src/api/parse-json.ts';
import {deploymentOnTheWire, projectOnTheWire} from '../kit/fixtures/wire.ts';

const awkward = fc.constantFrom<unknown>(
	...[null, '', '\ud83d', 0, -0, 2 ** 53 + 2, Number.MAX_VALUE, true, [], {}, 'a\x1b[2J\u202e'],
	...['2026-02-31T00:00:00Z', '0000-00-00', '9999-12-31T23:59:59+99:99', '2026-06-01 12:00', 'x'.repeat(20_000)],
	...[JSON.parse('{"__proto__": {"id": "evil"}, "constructor": 1}'), JSON.parse('['.repeat(100) + ']'.repeat(100))],
);

/** The record with some fields changed to any value or removed. */
const mutated = (record: object) =>
	fc
		.tuple(
			fc.dictionary(
				fc.constantFrom(...Object.keys(record)),
				fc.oneof({weight: 4, arbitrary: awkward}, fc.jsonValue()),
				{maxKeys: 4},
			),
			fc.subarray(Object.keys(record), {maxLength: 2}),
		)
		.map(([changes, gone]) =>
			Object.fromEntries(Object.entries({...record, ...changes}).filter(([field]) => !gone.includes(field))),
		);

const anyRecord = fc.oneof(awkward, mutated(projectOnTheWire), mutated(deploymentOnTheWire));
const anyEnvelope = fc
	.array(anyRecord, {maxLength: 4})
	.chain(records =>
		fc.oneof(
			{weight: 3, arbitrary: mutated({projects: records, deployments: records, next_cursor: 'c', request_id: 'r'})},
			anyRecord,
		),
	);

const runs = Number(process.env.LANDFALL_DECODE_RUNS ?? 3000);

test('whatever the service sends is decoded, or rejected with an ApiError', {
	tags: ['fault-27', 'fault-30', 'fault-31', 'fault-32'],
}, () => {
	fc.assert(
		fc.property(anyEnvelope, json => {
			const received = {json, status: 200, requestId: undefined};
			const decoders = [
				() => decodeProjectPage(received).projects,
				() => decodeDeploymentList(received, 'prj_1').deployments,
				() => [decodeProject(received)],
				() => [decodeDeployment(received, 'prj_1')],
			];
			// A record with a usable id is kept, whatever else is wrong with it.
			const listed = isJsonObject(json) ? json.projects : undefined;
			if (Array.isArray(listed)) {
				const usable = listed.filter(
					record => isJsonObject(record) && typeof record.id === 'string' && record.id !== '',
				);
				expect(decodeProjectPage(received).projects).toHaveLength(usable.length);
			}

			for (const decode of decoders) {
				try {
					for (const record of decode()) {
						expect(record.id).not.toBe('');
						const numbers = Object.values(record).filter(value => typeof value === 'number');
						expect(numbers.every(Number.isSafeInteger)).toBe(true);
					}
				} catch (error) {
					if (!(error instanceof ApiError)) throw error;
					expect(error.kind).toBe('malformed');
				}
			}
		}),
		{numRuns: runs},
	);
	expect(Object.keys(Object.prototype)).toEqual([]);
});
