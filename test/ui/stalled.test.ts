import {expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';

const stall = (app: OpenApp, value: boolean) =>
	Object.defineProperty(app.terminal.stdout, 'writableNeedDrain', {value, configurable: true});
const drain = async (app: OpenApp) => {
	stall(app, false);
	app.terminal.stdout.emit('drain');
	await app.clock.advance(100);
};

test.each([true, false])('a question waits for a stalled terminal (after ctrl+z: %s)', async isSuspended => {
	const app = await openDemo({}, '1 of 12');
	stall(app, true);
	await app.press('j');
	await app.clock.advance(20);
	if (isSuspended) await app.press('\u001A');
	await drain(app);
	await app.clock.advance(5000);
	stall(app, true);
	await app.press('t');
	await app.clock.advance(50);
	await drain(app);
	await app.clock.advance(3000);
	const isOnScreen = /Deploy product/.test(app.screen());
	await app.press('y');
	await app.clock.advance(1500);
	expect({isOnScreen, writes: app.writes().length}).toEqual({isOnScreen: true, writes: 1});
});

test('a question waits until the terminal has taken its whole frame', async () => {
	const app = await openDemo({}, '1 of 12');
	const {stdout} = app.terminal;
	const {write} = stdout;
	stdout.write = (...given: readonly unknown[]) => {
		stall(app, true);
		return Reflect.apply(write, stdout, given);
	};
	await app.go('t', 'Deploy');
	await app.clock.advance(2000);
	expect(app.state().interface.shownQuestion).toBeUndefined();
	stdout.write = write;
	await drain(app);
	expect(app.state().interface.shownQuestion).toBeDefined();
});

test.each(['/', ':', 'D', 'a', 'e'])('the cursor of %s is hidden after it closes in a stall', async key => {
	const app = await openDemo({}, '1 of 12');
	await app.press(key);
	await app.clock.advance(600);
	expect(app.beforeCursor()).toBeDefined();
	stall(app, true);
	await app.press('esc', 'esc');
	await app.clock.advance(100);
	await drain(app);
	await app.see('1 of 12');
	expect(app.beforeCursor()).toBeUndefined();
});

test('a spoken question waits for the terminal', async () => {
	const app = await openDemo({isSpoken: true});
	await app.clock.advance(1000);
	stall(app, true);
	await app.press('t');
	await app.clock.advance(2000);
	expect(app.state().interface.shownQuestion).toBeUndefined();
});
