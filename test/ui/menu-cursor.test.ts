import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';

let app: OpenApp;
afterEach(() => app.close());

/** The labels behind the highlight. */
const highlighted = () => app.terminal.lines().flatMap(line => /│ ▌ (\S+)/.exec(line)?.[1] ?? []);

test.each([
	['Y', 'Copy from'],
	['s', 'Sort'],
])('the highlighted line of the menu that %s opens stays while the service is read', async (key, title) => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press(key);
	await app.see(title);
	await app.press('j', 'j');
	const before = highlighted();
	expect(before).toHaveLength(1);
	for (let second = 0; second < 15; second++) await app.clock.advance(1000);
	expect(highlighted()).toEqual(before);
	await app.press('k');
	expect(highlighted()).not.toEqual(before);
});
