import {test} from 'vitest';
import {openTerminal} from '../kit/app/terminal.ts';
import {recordTerminalEffects} from '../kit/app/terminal-effects.ts';

test('escape sequences in names have no effect on the terminal', {tags: ['fault-60']}, async () => {
	const terminal = openTerminal({args: ['--demo', '--world', 'hostile'], columns: 120, rows: 40});
	const effects = recordTerminalEffects(terminal.emulator);
	await terminal.see('1 of 90');
	for (let row = 0; row < 30; row++) {
		await terminal.go('j\r', 'esc back');
		await terminal.go('esc', 'enter deployments');
	}

	// The line discipline of the terminal adds the carriage returns.
	effects.expectOnlyOwn([terminal.written().replaceAll('\r\n', '\n')]);
});
