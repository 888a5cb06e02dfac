import type {OpenTerminal} from './terminal.ts';

type TypedLogin = {readonly address: string; readonly key: string; readonly storage?: 'file' | 'session'};

/** Connects from the welcome screen. The profile is called acme. */
export async function connect(terminal: OpenTerminal, {address, key, storage = 'file'}: TypedLogin): Promise<void> {
	await terminal.see('Where are your projects?');
	await terminal.go('enter', '▌ address', 'enter next field');
	await terminal.go([address, 'enter'], '▌ team API key');
	terminal.paste(key);
	await terminal.go('tab', '▌ profile name');
	await terminal.go(['acme', 'tab'], '▌ in a file');
	if (storage === 'session') await terminal.go('down', '▌ only until');
	await terminal.press('enter');
}
