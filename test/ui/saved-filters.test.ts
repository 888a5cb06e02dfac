import {expect, test} from 'vitest';
import {app, openList} from '../kit/app/open.ts';

const save = '\u0013';

test('a filter is saved under a name, applied again from a menu, and removed', async () => {
	await openList();
	await app.go('F', 'Press / to filter first');
	await app.go(['/', save], 'Type a filter first');
	await app.go([...'tour', save, 'half a second'], 'Save the filter tour', 'A short name');
	await app.go('enter', 'Enter a name.');
	await app.go([...'tours', 'enter'], 'filter: @tours   1 of 2 · 2 of 12 match');
	await app.go('esc', /of 12$/m);
	await app.go('F', '─ Saved filters ─', /▌ tours +tour/);
	await app.go('enter', 'filter: @tours   1 of 2');
	await app.go(['/', '\u0015', ...'menu', 'enter'], 'filter: menu   1 of 1 · 1 of 12 match');
	await app.go('F', /tours +tour/, /Save the current filter +menu/);
	await app.go('D', /▌ \+ Save the current filter +menu/, 'Removed the filter tours: tour');
	await app.go(['enter', 'half a second'], 'Save the filter menu');
	await app.go([...'food', 'enter'], 'filter: @food   1 of 1 · 1 of 12 match');
	await app.go('F', /▌ food +menu •/);
	expect(app.screen()).not.toContain('tours');
	await app.go(['D', 'esc'], 'filter: menu   1 of 1 · 1 of 12 match');
});

test('a saved filter is named in the palette and in other filters, on every list', async () => {
	await openList();
	await app.go(['/', ...'tour', save, 'half a second', ...'tours', 'enter', 'esc', '2'], 'checked');
	await app.go([':', ...'tours'], /▌ filter @tours/);
	await app.go('enter', /^ filter: @tours/m, '2 Board');
	expect(app.screenName()).toBe('board');
	await app.go(['1', ':', ...'filter @tours eu', 'enter'], 'filter: @tours eu   1 of 1 · 1 of 12 match');
	await app.go(['/', 'ctrl+u', '@', 'x'], '@x is not a saved filter, so it is searched as text. Saved: @tours');
});
