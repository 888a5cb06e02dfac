import {describe, expect, test} from 'vitest';
import {startCommand} from '../kit/app/command.ts';

const takers = ['get -', 'ls deployments -', 'wait -', 'watch -', 'deploy -'];

describe('a command that reads names of projects from an open pipe', () => {
	test.each(takers)('%s ends when a signal asks for it', async line => {
		const command = await startCommand(line, {isInputOpen: true});
		await command.clock.advance(1000);
		command.interrupt(130);
		expect(await command.end()).toBe(130);
	});

	test('wait ends at --timeout', async () => {
		const command = await startCommand('wait - --timeout 5s', {isInputOpen: true});
		await command.clock.advance(5000);
		expect(await command.end()).toBe(9);
	});

	test('get prints what was named before, and ends when nobody reads its output any more', async () => {
		const command = await startCommand('get -', {input: 'nobody-knows-this\n', isInputOpen: true});
		await command.clock.advance(1000);
		expect(command.err()).toContain('There is no project');
		command.interrupt(0);
		expect(await command.end()).toBe(0);
	});
});
