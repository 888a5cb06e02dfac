import {expect, test} from 'vitest';
import type {NotificationRules} from '../../../src/model/notification-rules.ts';
import {app, openList} from '../../kit/app/open.ts';

async function open(options: Parameters<typeof openList>[0] = {}) {
	await openList(options);
	await app.press('W');
	await app.see('─ Notifications ─');
}

test('the notification rules are changed and saved one by one, and invalid hours are refused', async () => {
	const savedRules: NotificationRules[] = [];
	const saveRules = async (rules: NotificationRules) => {
		savedRules.push(rules);
		return undefined;
	};
	await open({preferences: {saveRules}});
	await app.see('watched deployments and those started here');
	await app.press('enter');
	await app.see('every deployment ');
	await app.press('j', 'enter', 'j', 'enter');
	await app.see('Quiet hours');
	await app.press(...'25:00-7', 'enter');
	await app.see('Enter hours as 22:00-7:00.');
	await app.press('ctrl+u', ...'22-7:30', 'enter');
	await app.see(/▌ quiet hours +22:00-7:30/);
	await app.press('j', 'j', 'j', 'enter', ...'notify-send "a b" \'c\'', 'enter');
	await app.see(/run a command +notify-send "a b" c/);
	expect(savedRules.at(-1)).toEqual({
		scope: 'any',
		isOnlyBad: true,
		quiet: {from: 22 * 60, until: 7 * 60 + 30},
		hasBell: true,
		hasTerminalNotification: true,
		command: ['notify-send', 'a b', 'c'],
	});
});

test('right and left set a notification rule to its next and previous value', async () => {
	await open();
	await app.press('right');
	await app.see(/notify me about +every deployment/);
	await app.press('left', 'left');
	await app.see(/notify me about +deployments started here/);
});

test('esc leaves the quiet hours at once if nothing was typed, otherwise when pressed twice', async () => {
	await open();
	await app.press('j', 'j', 'enter');
	await app.see('Quiet hours');
	await app.press('esc');
	await app.see('▌ quiet hours');
	await app.press('enter', '2', 'esc');
	await app.see('Press esc again to discard your changes.');
	await app.press('esc');
	await app.see(/▌ quiet hours +none/);
});
