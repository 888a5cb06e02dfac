import {expect, test} from 'vitest';
import {createTitle} from '../../../src/terminal/render/window-title.ts';
import {plain, safe} from '../../../src/text.ts';

function terminal(isTTY = true) {
	const written: string[] = [];
	return {written, isTTY, write: (text: string) => written.push(text) > 0};
}

test('the title that the window had is kept before the first one is shown, and given back', () => {
	const stdout = terminal();
	const title = createTitle(stdout);
	title.set(plain`landfall`);
	title.set(plain`landfall · acme`);
	title.restore();
	title.restore();
	expect(stdout.written).toEqual([
		'\u001B[22;0t\u001B]2;landfall\u0007',
		'\u001B]2;landfall · acme\u0007',
		'\u001B[23;0t',
	]);
});

test('a title that is shown already is not written again', () => {
	const stdout = terminal();
	const title = createTitle(stdout);
	title.set(plain`landfall`);
	title.set(plain`landfall`);
	expect(stdout.written).toHaveLength(1);
});

test('a title that was never changed is not given back', () => {
	const stdout = terminal();
	createTitle(stdout).restore();
	expect(stdout.written).toEqual([]);
});

test('a name cannot end the title and go on as a command, nor fill the bar of the window', {tags: ['fault-60']}, () => {
	const stdout = terminal();
	createTitle(stdout).set(safe(`\u0007\u001B[2J${'x'.repeat(500)}`, 1000));
	expect(stdout.written[0]).toMatch(/^\u001B\[22;0t\u001B\]2;\uFFFD\uFFFD\[2Jx{114}…\u0007$/);
});

test('what is no terminal gets no title', () => {
	const stdout = terminal(false);
	const title = createTitle(stdout);
	title.set(plain`landfall`);
	title.restore();
	expect(stdout.written).toEqual([]);
});
