import {expect, test} from 'vitest';
import type {SavedEntry} from '../../../src/journal/entries.ts';
import {reduce} from '../../../src/store/reducers/reduce.ts';
import {plain} from '../../../src/text.ts';
import {connected, now} from '../../kit/fixtures/moment.ts';

const entry = (id: string): SavedEntry => ({
	id,
	at: now,
	kind: 'concluded',
	connection: plain`test`,
	projectId: 'a',
	deploymentId: 'd',
	project: plain`a`,
	text: plain`success`,
	requestId: undefined,
});

test('a conclusion that another process has saved before is one row of the activity', () => {
	const opened = reduce(connected(), {type: 'activity-opened', entries: [entry('8'), entry('7')]});
	const ids = (state: typeof opened) => state.interface.activity.map(({id}) => id);
	expect(ids(reduce(opened, {type: 'entry-recorded', entry: entry('7')}))).toEqual(['8', '7']);
	expect(ids(reduce(opened, {type: 'entry-recorded', entry: entry('9')}))).toEqual(['9', '8', '7']);
});
