import {expect, test} from 'vitest';
import {isAway, viewsOf} from '../../../src/store/polling/reading-views.ts';
import {plain} from '../../../src/text.ts';
import {reading} from '../../kit/fixtures/moment.ts';

const watch = {projectId: 'w', deploymentId: 'd', project: plain`w`, isMine: false};

test('people look at the selected row, what they watch and the rows on the screen, but at no row while they scroll', () => {
	const state = reading({presence: {watches: new Map([['w d', watch]])}});
	expect(viewsOf(state, true)).toEqual({
		live: new Set(['a']),
		watched: new Set(['w']),
		visible: new Set(['a', 'b', 'c']),
	});
	expect(viewsOf(state, false)).toEqual({live: new Set(), watched: new Set(['w']), visible: new Set()});
});

test('nobody looks without focus, unless all deployments are followed', () => {
	expect(isAway(reading())).toBe(false);
	const away = reading({presence: {isFocused: false}});
	expect(isAway(away)).toBe(true);
	expect(isAway({...away, presence: {...away.presence, rules: {...away.presence.rules, scope: 'any'}}})).toBe(false);
});
