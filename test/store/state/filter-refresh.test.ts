import {expect, test} from 'vitest';
import {withFilter, withFilterRefreshed} from '../../../src/store/state/selection.ts';
import type {State} from '../../../src/store/state/state.ts';
import {plain, serviceText} from '../../../src/text.ts';
import {newestRead} from '../../kit/fixtures/deployment-reads.ts';
import {five, shownRows, withSelection} from '../../kit/fixtures/selected-row.ts';
import {type StateChanges, withChanges} from '../../kit/fixtures/state-changes.ts';
import {deployment} from '../../present/records.ts';

type Sort = NonNullable<Parameters<typeof withFilter>[1]['sort']>;

const concluded = (projectId: string, conclusion: string, at = 1000) =>
	[
		projectId,
		newestRead(deployment({projectId, conclusion: serviceText(conclusion), createdAt: at, concludedAt: at})),
	] as const;

const table = new Map([concluded('a', 'good'), concluded('b', 'odd', 2000)]);

/** A filtered list of five projects, of which `a` and `b` have deployments. */
const filtered = (query: string, sort?: Sort): State =>
	withFilter(withSelection(five(), 0, {deployments: {table}}), {query, sort}, 0);

/** The state after `changes`, and after the filter was reapplied. */
const refreshed = (before: State, changes: StateChanges): State => withFilterRefreshed(withChanges(before, changes), 0);

const watched = (id: string): StateChanges => ({
	presence: {watches: new Map([[id, {projectId: id, deploymentId: undefined, project: plain`x`, isMine: false}]])},
});
const deployed: StateChanges = {deployments: {table: new Map([...table, concluded('d', 'odd', 3000)])}};
const classified: StateChanges = {interface: {pins: new Map([['odd', 'bad']])}};

test.each<[name: string, query: string, shown: string, changes: StateChanges, after: string]>([
	['it is watched', 'is:watched', '', watched('c'), 'c'],
	['its newest deployment has concluded', 'odd', 'b', deployed, 'bd'],
	['the user has classified a status word', 'outcome:failed', '', classified, 'b'],
])('a project appears in the filtered list when %s', (_why, query, shown, changes, after) => {
	const before = filtered(query);
	expect(shownRows(before)).toBe(shown);
	expect(shownRows(refreshed(before, changes))).toBe(after);
});

test('an order by deployments changes with them, even without a query', () => {
	const before = filtered(' ', {by: 'deployed', isDescending: true});
	expect(shownRows(before).slice(0, 2)).toBe('ba');
	expect(shownRows(refreshed(before, deployed)).slice(0, 3)).toBe('dba');
});

test.each<[name: string, before: State, changes: StateChanges]>([
	['there is no filter', withSelection(five(), 0), {...watched('c'), ...deployed, ...classified}],
	['only the order by name matters', filtered(' ', {by: 'name', isDescending: false}), {...watched('c'), ...deployed}],
	['nothing that it depends on has changed', filtered('odd'), {polling: {skewMs: 5}}],
])('the list stays as it is if %s', (_why, before, changes) => {
	const state = withChanges(before, changes);
	expect(withFilterRefreshed(state, 0)).toBe(state);
});
