import {expect, test} from 'vitest';
import {plain, safe} from '../../src/base/text.ts';
import {createTitle} from '../../src/terminal/notifications.ts';

function terminal() {
	const written: string[] = [];
	return {written, write: (text: string) => written.push(text) > 0};
}

test('the original window title is saved before the first change, and restored once', () => {
	const stdout = terminal();
	const title = createTitle(stdout);
	title.restore();
	expect(stdout.written).toEqual([]);
	for (const text of [plain`landfall`, plain`landfall`, plain`landfall · acme`]) title.set(text);
	title.restore();
	title.restore();
	expect(stdout.written).toEqual([
		'\u001B[22;0t\u001B]2;landfall\u0007',
		'\u001B]2;landfall · acme\u0007',
		'\u001B[23;0t',
	]);
});

test('a project name cannot inject sequences through the window title, nor make it too long', {
	tags: ['fault-60'],
}, () => {
	const stdout = terminal();
	createTitle(stdout).set(safe(`\u0007\u001B[2J${'x'.repeat(500)}`, 1000));
	expect(stdout.written[0]).toMatch(/^\u001B\[22;0t\u001B\]2;\uFFFD\uFFFD\[2Jx{114}…\u0007$/);
});
