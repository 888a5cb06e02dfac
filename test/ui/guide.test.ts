import {expect, test} from 'vitest';
import {app, open, openDemo, openList} from '../kit/app/open.ts';

const preferences = {isGuided: true};

const openGuided = () => openList({preferences});

const suggested = () => /Press (\S+) to [a-z ]+/.exec(app.screen())?.[1];

test('the demo suggests one key after another until each was used once', async () => {
	await openGuided();
	await app.see('Press enter to see its deployments (esc hides tips)');
	await app.go('enter', 'Press t to deploy it and watch it land');
	await app.answer('t', 'esc', 'Press 2 to see everything in progress');
	await app.go('2', 'Press 1 to go back to the projects');
	await app.go('1', 'Press / to find a project');
	await app.go(['/', 'esc'], 'Press w to watch it from anywhere');
	await app.go(['w', 'j'], 'Press : to find any command');
	await app.go([':', 'esc'], 'Press ? to see all keys of this screen');
	await app.go(['?', 'esc'], '2 of 12');
	expect(suggested()).toBeUndefined();
});

test('a key that was used is not suggested, in whatever order', async () => {
	await openGuided();
	await app.press('/', 'esc', '2', '1');
	expect(suggested()).toBe('enter');
	await app.press('enter', 't', 'esc');
	expect(suggested()).toBe('w');
});

test('esc ends the suggestions where it has nothing else to do', async () => {
	await openGuided();
	await app.go(['enter', 'esc'], 'Press 2 to');
	await app.go([' ', 'esc'], 'Press 2 to');
	await app.go('esc', 'No more tips: ? lists the keys of each screen');
	await app.press('j');
	expect(suggested()).toBeUndefined();
	await app.go('esc', 'No filter or marks to clear');
});

test('a key that is typed into a dialog does not count as used', async () => {
	await openGuided();
	await app.press(':', '2', 'esc', 'enter', 't', 'esc');
	expect(suggested()).toBe('2');
});

test('the demo suggests the keys in force', async () => {
	const text = JSON.stringify({'open-project': 'O', deploy: 'ctrl+t', help: 'H', watch: null});
	await openDemo({preferences, keysFile: {outcome: 'read', text}}, 'Press O to see its deployments');
	await app.go('O', 'Press ctrl+t to deploy it and watch it land');
	await app.go(['ctrl+t', 'esc', '2', '1', '/', 'esc'], 'Press : to find any command');
	await app.go('enter', 'enter does nothing here');
});

test('without a project to act on, nothing is suggested', async () => {
	await openDemo({preferences, world: 'empty'});
	expect(await app.see('No projects yet. Press a to add one, then t to deploy it.')).not.toContain('Press enter');
});

test('a message takes the place of the suggestion', async () => {
	await openGuided();
	expect(await app.go('z', 'Dates in')).not.toContain('Press enter');
	await app.go('j', 'Press enter to');
});

test('a suggestion that does not fit behind the position has a line of its own', async () => {
	await openGuided();
	await app.resize(40, 12);
	await app.see(/^ 1 of 12\n Press enter to see its deployments\n/m);
	await app.go('enter', /^ Press t to deploy it and watch it land\n/m);
});

test('without the demo, nothing is suggested', async () => {
	await open({preferences}, 'Where are your projects?');
	expect(app.state().interface.guide.length).toBeGreaterThan(0);
	expect(suggested()).toBeUndefined();
});

test('an empty team is guided to its first project and its first deployment', async () => {
	await openDemo({world: 'empty'}, 'No projects yet. Press a to add one, then t to deploy it.');
	await app.answer('a', [...'first', 'enter'], 'No deployments yet. Press t to deploy this project.');
	await app.answer('t', 'y');
	await app.wait(1000, 'queued');
});

test('an empty team that cannot be changed is not told to add a project', async () => {
	await openDemo({world: 'empty', isReadOnly: true});
	expect(await app.see('No projects yet, and this connection is read-only.')).not.toContain('Press a');
});

test('the demo suggests no deployment on a read-only connection', async () => {
	await openDemo({preferences, isReadOnly: true}, 'Press enter to see its deployments');
	await app.go('enter', 'Press 2 to see everything in progress');
});
