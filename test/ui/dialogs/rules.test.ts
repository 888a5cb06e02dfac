import {expect, test} from 'vitest';
import type {NotificationRules} from '../../../src/model/notification-rules.ts';
import {app, openList} from '../../kit/app/open.ts';

async function open(options: Parameters<typeof openList>[0] = {}) {
	await openList(options);
	await app.go('W', '─ Notifications ─');
}

test('the notification rules are changed and saved one by one', async () => {
	const savedRules: NotificationRules[] = [];
	const saveRules = async (rules: NotificationRules) => {
		savedRules.push(rules);
		return undefined;
	};
	await open({preferences: {saveRules}});
	await app.see('watched deployments and those started here');
	await app.go('enter', 'every deployment ');
	await app.go(['j', 'enter'], /failures only +yes/);
	await app.go(
		['j', 'j', 'j', 'enter', 'half a second', ...'notify-send "a b" \'c\'', 'enter'],
		/run a command +notify-send "a b" c/,
	);
	expect(savedRules.at(-1)).toEqual({
		scope: 'any',
		isOnlyBad: true,
		hasBell: true,
		hasTerminalNotification: true,
		command: ['notify-send', 'a b', 'c'],
	});
});

test('esc leaves the field of the command at once if nothing was typed, otherwise when pressed twice', async () => {
	await open();
	await app.go(['j', 'j', 'j', 'j', 'enter', 'half a second'], 'Command to run');
	await app.go('esc', '▌ run a command');
	await app.go(['enter', 'half a second', 's', 'esc'], 'Press esc again to drop your changes.');
	await app.go('esc', /▌ run a command +none/);
});
